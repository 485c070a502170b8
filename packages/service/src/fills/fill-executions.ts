import type { FillExecution, Outcome } from '@accord/protocol'
import { sql } from 'kysely'
import { type LogRange, requireKept } from '../db/log-range.ts'
import type { Database } from '../db/tables.ts'
import { readFillTerms } from './new-orders.ts'

type EntriesOf = {
	readonly makerId: string
	readonly after: number
	/** Reads up to this number; if absent, up to the end. */
	readonly upTo?: number
	readonly limit: number
}

/** The next entries of a maker's log, without gaps. @throws TradeError `sequence_too_old` */
export async function fillExecutionsAfter(
	db: Database,
	{ makerId, after, upTo = Number.MAX_SAFE_INTEGER, limit }: EntriesOf,
): Promise<FillExecution[]> {
	// A single snapshot shows both what exists and what was removed, even for an empty log.
	const { rows } = await sql<EntryRow>`
		select m.removed_sequence as removed, e.*, p.fill_sell_symbol, p.fill_sell_amount, p.fill_buy_symbol,
			p.fill_buy_amount, f.subintent_id, f.transaction_id
		from maker m left join lateral (
			select sequence_number, occurred_at_ms, part_id, outcome, corrects from fill_execution
			where maker_id = ${makerId} and sequence_number > ${after} and sequence_number <= ${upTo}
			order by sequence_number limit ${limit}
		) e on true
		-- Looked up one by one, however many the planner expects.
		left join lateral (select * from part where part_id = e.part_id limit 1) p on true
		left join lateral (select subintent_id, transaction_id from fill where part_id = e.part_id limit 1) f on true
		where m.maker_id = ${makerId}
		order by e.sequence_number`.execute(db)
	const [first] = rows
	if (first !== undefined) requireKept({ removed: Number(first.removed) }, after)
	return rows.flatMap(({ sequence_number: number, ...row }) =>
		number === null
			? []
			: {
					sequenceNumber: Number(number),
					occurredAtMs: Number(row.occurred_at_ms),
					orderId: row.part_id,
					...(row.outcome === null ? {} : { outcome: row.outcome }),
					...(row.corrects === null ? {} : { corrects: Number(row.corrects) }),
					...readFill(row),
				},
	)
}

/** An order that has ended may be removed before the entries about its fills. */
function readFill(
	row: Omit<EntryRow, 'sequence_number'>,
): Pick<FillExecution, 'fill' | 'subintentId' | 'transactionId'> {
	if (row.subintent_id === null) return {}
	const of = { fill: readFillTerms(row), subintentId: row.subintent_id }
	return row.outcome === 'Settled' && row.transaction_id !== null ? { ...of, transactionId: row.transaction_id } : of
}

type EntryRow = {
	removed: bigint
	sequence_number: bigint | null
	occurred_at_ms: bigint
	part_id: string
	outcome: Outcome | null
	corrects: bigint | null
	fill_sell_symbol: string
	fill_sell_amount: string
	fill_buy_symbol: string
	fill_buy_amount: string
	subintent_id: string | null
	transaction_id: string | null
}

/** The range of entries in a maker's log. */
export async function fillLogRange(db: Database, makerId: string): Promise<LogRange> {
	const row = await db
		.selectFrom('maker')
		.select(['removed_sequence', 'last_sequence'])
		.where('maker_id', '=', makerId)
		.executeTakeFirst()
	return { removed: Number(row?.removed_sequence ?? 0n), last: Number(row?.last_sequence ?? 0n) }
}
