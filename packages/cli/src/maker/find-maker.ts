import type { MakerWire } from '@accord/protocol'
import { UsageError } from '../exit-codes.ts'
import type { OperatorClient } from '../operator/operator-client.ts'

/** The maker of an id, or of a name that only one has. @throws UsageError listing who there is */
export async function findMaker(client: OperatorClient, wanted: string): Promise<MakerWire> {
	const makers = await client.makers()
	const byId = makers.find(({ maker_id }) => maker_id === wanted)
	if (byId !== undefined) return byId
	const [named, ...others] = makers.filter(({ name }) => name === wanted)
	if (named === undefined) {
		const names = makers.map(({ name }) => name).join(', ')
		throw new UsageError(`there is no maker '${wanted}'; there are: ${names === '' ? 'none yet' : names}`)
	}
	if (others.length === 0) return named
	const ids = [named, ...others].map(({ maker_id }) => maker_id).join(', ')
	throw new UsageError(`several makers are named '${wanted}'; say which by its id: ${ids}`)
}
