import { type ApiKey, type Maker, timestampText } from '@accord/protocol'
import type { Paint } from '../terminal/paint.ts'
import { formatFacts, formatTable } from '../terminal/table.ts'
import { agoText } from '../terminal/time-text.ts'

/** The keys of these makers, one per line. */
export function describeKeys(
	makers: readonly Pick<Maker, 'name' | 'keys'>[],
	{ paint, nowMs }: { readonly paint: Paint; readonly nowMs: number },
): string[] {
	const titles = ['KEY', 'PREFIX', 'MAKER', 'STATE', 'LABEL', 'CREATED', 'LAST USED', 'EXPIRES']
	const rows = makers.flatMap(({ name, keys }) =>
		keys.map(key => [
			key.keyId,
			`${key.prefix}…`,
			name,
			stateText(key, paint),
			key.label ?? '',
			agoText(key.createdAtMs, nowMs),
			key.lastUsedAtMs === undefined ? 'never' : agoText(key.lastUsedAtMs, nowMs),
			key.expiresAtMs === undefined ? 'never' : timestampText(key.expiresAtMs),
		]),
	)
	if (rows.length === 0) return ['no keys yet: accord keys issue MAKER']
	return formatTable(titles, rows, paint)
}

/** One key, with its secret if it was just issued. */
export function describeKey(key: ApiKey & { readonly apiKey?: string }, paint: Paint): string[] {
	const timestamp = (ms: number | undefined) => (ms === undefined ? undefined : timestampText(ms))
	return formatFacts(
		[
			['key', key.keyId],
			['maker', key.makerId],
			['label', key.label],
			['prefix', `${key.prefix}…`],
			['state', stateText(key, paint)],
			['created', timestamp(key.createdAtMs)],
			['expires', timestamp(key.expiresAtMs)],
			['revoked', timestamp(key.revokedAtMs)],
			['only from', key.allowedFrom?.join(', ')],
			['API key', key.apiKey === undefined ? undefined : paint.bold(key.apiKey)],
		],
		paint,
	)
}

function stateText({ state }: ApiKey, paint: Paint): string {
	return state === 'valid' ? paint.green(state) : paint.dim(state)
}
