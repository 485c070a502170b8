import type { ApiKeyWire, MakerWire } from '@accord/protocol'
import type { Paint } from '../terminal/paint.ts'
import { formatFacts, formatTable } from '../terminal/table.ts'
import { agoText, momentText } from '../terminal/time-text.ts'

/** The keys of these makers, one a line. */
export function describeKeys(
	makers: readonly Pick<MakerWire, 'name' | 'keys'>[],
	{ paint, nowMs }: { readonly paint: Paint; readonly nowMs: number },
): string[] {
	const columns = ['KEY', 'BEGINS WITH', 'MAKER', 'STATE', 'LABEL', 'CREATED', 'LAST USED', 'EXPIRES'].map(title => ({
		title,
	}))
	const rows = makers.flatMap(({ name, keys }) =>
		keys.map(key => [
			key.key_id,
			`${key.prefix}…`,
			name,
			stateText(key, paint),
			key.label ?? '',
			agoText(key.created_at_ms, nowMs),
			key.last_used_at_ms === undefined ? 'never' : agoText(key.last_used_at_ms, nowMs),
			key.expires_at_ms === undefined ? 'never' : momentText(key.expires_at_ms),
		]),
	)
	return rows.length === 0 ? ['no key yet: accord keys issue MAKER'] : formatTable(columns, rows, paint)
}

/** One key, and itself if it was just made. */
export function describeKey(key: ApiKeyWire & { readonly api_key?: string }, paint: Paint): string[] {
	const moment = (ms: number | undefined) => (ms === undefined ? undefined : momentText(ms))
	return formatFacts(
		[
			['key', key.key_id],
			['maker', key.maker_id],
			['label', key.label],
			['begins with', `${key.prefix}…`],
			['state', stateText(key, paint)],
			['created', moment(key.created_at_ms)],
			['expires', moment(key.expires_at_ms)],
			['revoked', moment(key.revoked_at_ms)],
			['API key', key.api_key === undefined ? undefined : paint.bold(key.api_key)],
		],
		paint,
	)
}

function stateText({ state }: ApiKeyWire, paint: Paint): string {
	return state === 'valid' ? paint.green(state) : paint.dim(state)
}
