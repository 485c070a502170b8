import { TradeError } from '@accord/protocol'
import { sql } from 'kysely'
import type { Database } from '../db/tables.ts'

// The guarantee: a part knows why fills of it were refused, as far as its maker may fill it. Each code is recorded once,
// so a maker that repeats a fill writes nothing more.

const codesMax = 8
/** The part is not this maker's, or the database has other work or none. */
const unrecorded: ReadonlySet<string> = new Set(['unknown_order', 'busy', 'database_unavailable'])

type RefusedFill = { readonly makerId: string; readonly orderId: string; readonly receivedAtMs: number }

/** Records why a fill was refused in its part; the answer to the maker does not depend on it. */
export async function recordRefusedFill(
	db: Database,
	{ makerId, orderId, receivedAtMs }: RefusedFill,
	error: unknown,
): Promise<void> {
	const code = error instanceof TradeError ? error.code : 'internal'
	if (unrecorded.has(code)) return
	await sql`
		update part set refusals = coalesce(refusals, '[]') || ${JSON.stringify([{ code, at_ms: receivedAtMs }])}::jsonb
		where part_id = ${orderId} and maker_id = ${makerId}
			and jsonb_array_length(coalesce(refusals, '[]')) < ${codesMax}
			and not coalesce(refusals, '[]') @> ${JSON.stringify([{ code }])}::jsonb`.execute(db)
}
