import type { ApiKeyWire } from '@accord/protocol'
import { UsageError } from '../exit-codes.ts'
import type { OperatorClient } from '../operator/operator-client.ts'

/** The key of an id, of the beginning of one, or of a prefix that only one has. @throws UsageError saying what there is */
export async function findKey(client: OperatorClient, wanted: string): Promise<ApiKeyWire> {
	const keys = (await client.makers()).flatMap(maker => maker.keys)
	const exact = keys.find(({ key_id }) => key_id === wanted)
	if (exact !== undefined) return exact
	// Whoever pastes a whole key means it, and its beginning is all that is looked at.
	const found = keys.filter(({ key_id, prefix }) => key_id.startsWith(wanted) || wanted.startsWith(prefix))
	const [first, ...others] = found
	if (first === undefined) throw new UsageError(`there is no key '${wanted.slice(0, 12)}'; see: accord keys list`)
	if (others.length === 0) return first
	throw new UsageError(
		`several keys begin like that; say which by its id: ${found.map(({ key_id }) => key_id).join(', ')}`,
	)
}
