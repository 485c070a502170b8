import type { ApiKeyWire, MakerWire } from '@accord/protocol'
import type { Paint } from '../terminal/paint.ts'
import { formatFacts, formatTable } from '../terminal/table.ts'
import { agoText, timestampText } from '../terminal/time-text.ts'

/** The keys of these makers, one per line. */
export function describeKeys(
	makers: readonly Pick<MakerWire, 'name' | 'keys'>[],
	{ paint, nowMs }: { readonly paint: Paint; readonly nowMs: number },
): string[] {
	const titles = ['KEY', 'PREFIX', 'MAKER', 'STATE', 'LABEL', 'CREATED', 'LAST USED', 'EXPIRES']
	const rows = makers.flatMap(({ name, keys }) =>
		keys.map(key => [
			key.key_id,
			`${key.prefix}…`,
			name,
			stateText(key, paint),
			key.label ?? '',
			agoText(key.created_at_ms, nowMs),
			key.last_used_at_ms === undefined ? 'never' : agoText(key.last_used_at_ms, nowMs),
			key.expires_at_ms === undefined ? 'never' : timestampText(key.expires_at_ms),
		]),
	)
	if (rows.length === 0) return ['no keys yet: accord keys issue MAKER']
	return formatTable(
		titles.map(title => ({ title })),
		rows,
		paint,
	)
}

/** One key, with its secret if it was just issued. */
export function describeKey(key: ApiKeyWire & { readonly api_key?: string }, paint: Paint): string[] {
	const timestamp = (ms: number | undefined) => (ms === undefined ? undefined : timestampText(ms))
	return formatFacts(
		[
			['key', key.key_id],
			['maker', key.maker_id],
			['label', key.label],
			['prefix', `${key.prefix}…`],
			['state', stateText(key, paint)],
			['created', timestamp(key.created_at_ms)],
			['expires', timestamp(key.expires_at_ms)],
			['revoked', timestamp(key.revoked_at_ms)],
			['API key', key.api_key === undefined ? undefined : paint.bold(key.api_key)],
		],
		paint,
	)
}

function stateText({ state }: ApiKeyWire, paint: Paint): string {
	return state === 'valid' ? paint.green(state) : paint.dim(state)
}
