import type { Pair } from '@accord/protocol'
import { sql } from 'kysely'
import { databaseNowMs } from '../db/database-now.ts'
import type { Database } from '../db/tables.ts'

/** A maker's cancellation of its book of a pair. */
type CancellationRow = { readonly id: string; readonly makerId: string; readonly pair: Pair }

export async function insertCancellation(
	db: Database,
	{ id, makerId, pairs }: { readonly id: string; readonly makerId: string; readonly pairs: readonly Pair[] },
): Promise<void> {
	const [bases, quotes] = [pairs.map(({ base }) => base), pairs.map(({ quote }) => quote)]
	await sql`
		insert into book_cancellation (maker_id, base, quote, cancellation_id, cancelled_at_ms)
		select distinct on (base, quote) ${makerId}, base, quote, ${id}, ${databaseNowMs}
		from unnest(${bases}::text[], ${quotes}::text[]) as p(base, quote) order by base, quote
		on conflict (maker_id, base, quote) do update set
			cancellation_id = excluded.cancellation_id, cancelled_at_ms = excluded.cancelled_at_ms`.execute(db)
}

/**
 * The cancellations since a time, by the database's clock, and that clock's current time. If no time is given, there
 * are no cancellations.
 */
export async function selectCancellations(
	db: Database,
	{ sinceMs }: { readonly sinceMs: bigint | undefined },
): Promise<{ rows: CancellationRow[]; nowMs: bigint }> {
	const { rows } = await sql<{ now_ms: bigint; id: string | null; maker_id: string; base: string; quote: string }>`
		select n.now_ms, c.cancellation_id as id, c.maker_id, c.base, c.quote
		from (select ${databaseNowMs} as now_ms) n left join book_cancellation c on c.cancelled_at_ms > ${sinceMs ?? null}::int8`.execute(
		db,
	)
	const found = rows.flatMap(({ id, maker_id: makerId, base, quote }) => {
		return id === null ? [] : [{ id, makerId, pair: { base, quote } }]
	})
	return { rows: found, nowMs: rows[0]?.now_ms ?? 0n }
}
