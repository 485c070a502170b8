import {
	type FillState,
	type MakerOrder,
	type MakerOrderPage,
	type Pair,
	type PartState,
	TradeError,
} from '@accord/protocol'
import { sql } from 'kysely'
import type { Database } from '../db/tables.ts'
import { readNewOrder } from './new-orders.ts'

export type MakerOrdersQuery = {
	readonly makerId: string
	readonly state?: PartState | undefined
	readonly pair?: Pair | undefined
	readonly limit: number
	/** The `next` of the previous page. */
	readonly before?: string | undefined
}

/** A page of the parts requested of a maker, newest first. @throws TradeError `validation_failed` */
export async function makerOrders(
	db: Database,
	{ makerId, state, pair, limit, before }: MakerOrdersQuery,
): Promise<MakerOrderPage> {
	const cursor = before === undefined ? undefined : readCursor(before)
	const rows = await db
		.selectFrom('part')
		.leftJoin('fill', 'fill.part_id', 'part.part_id')
		.selectAll('part')
		.select(['fill.state as fill_state', 'fill.subintent_id', 'fill.transaction_id'])
		.where('part.maker_id', '=', makerId)
		.$if(state !== undefined, query => query.where('part.state', '=', state ?? 'asked'))
		.$if(pair !== undefined, query =>
			query.where('part.base', '=', pair?.base ?? '').where('part.quote', '=', pair?.quote ?? ''),
		)
		.$if(cursor !== undefined, query =>
			query.where(
				sql<boolean>`(part.asked_at_ms, part.part_id) < (${cursor?.askedAtMs ?? 0}, ${cursor?.partId ?? ''})`,
			),
		)
		.orderBy('part.asked_at_ms', 'desc')
		.orderBy('part.part_id', 'desc')
		.limit(limit + 1)
		.execute()
	const page = rows.slice(0, limit)
	const last = page.at(-1)
	const next = rows.length > limit && last !== undefined ? { next: `${last.asked_at_ms}.${last.part_id}` } : {}
	return { orders: page.map(readOrder), ...next }
}

type MakerOrderRow = {
	part_id: string
	base: string
	quote: string
	asked_at_ms: bigint
	fill_before_ms: bigint
	ended_at_ms: bigint | null
	fill_sell_symbol: string
	fill_sell_amount: string
	fill_buy_symbol: string
	fill_buy_amount: string
	state: PartState
	reject_reason: string | null
	fill_state: FillState | null
	subintent_id: string | null
	transaction_id: string | null
}

function readOrder(row: MakerOrderRow): MakerOrder {
	return {
		...readNewOrder(row),
		state: row.state,
		...(row.ended_at_ms === null ? {} : { answeredAtMs: Number(row.ended_at_ms) }),
		...(row.reject_reason === null ? {} : { rejectReason: row.reject_reason }),
		...readFilled(row),
	}
}

function readFilled({ fill_state, subintent_id, transaction_id }: MakerOrderRow): Pick<MakerOrder, 'filled'> {
	if (fill_state === null || subintent_id === null) return {}
	const transaction = transaction_id === null ? {} : { transactionId: transaction_id }
	return { filled: { state: fill_state, subintentId: subintent_id, ...transaction } }
}

/** Reads the `next` of a page: when its last part was requested, and the part's id. */
function readCursor(text: string): { askedAtMs: number; partId: string } {
	const [, askedAtMs, partId] = /^(\d{1,15})\.([0-9a-f]{1,64})$/.exec(text) ?? []
	if (askedAtMs !== undefined && partId !== undefined) return { askedAtMs: Number(askedAtMs), partId }
	const item = { pointer: '/before', expected: 'the next of the previous page', found: text }
	throw TradeError.fromViolations([{ code: 'validation_failed', item }])
}
