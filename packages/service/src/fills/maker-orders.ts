import {
	Decimal,
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
	/** Only this part. */
	readonly id?: string | undefined
	readonly state?: PartState | undefined
	readonly pair?: Pair | undefined
	readonly limit: number
	/** The `next` of the previous page. */
	readonly before?: string | undefined
}

/** The most parts that a page examines, however few of them match. */
const lookedAtMax = 5_000

/**
 * A page of the parts requested from a maker, newest first. With a filter, a page may be short even though others
 * follow.
 * @throws TradeError `validation_failed`
 */
export async function makerOrders(db: Database, query: MakerOrdersQuery): Promise<MakerOrderPage> {
	const { state, pair, limit } = query
	const rows = await db
		.selectFrom(partsLookedAt(db, query).selectAll().as('part'))
		.leftJoin('fill', 'fill.part_id', 'part.part_id')
		.leftJoinLateral(
			of =>
				of
					.selectFrom('correction')
					.select(['outcome', 'transaction_id'])
					.whereRef('correction.subintent_hash', '=', 'fill.subintent_hash')
					.orderBy('corrected_at_ms', 'desc')
					.limit(1)
					.as('corrected'),
			join => join.onTrue(),
		)
		.selectAll('part')
		.select(of => [
			'fill.subintent_id',
			of.fn.coalesce('corrected.outcome', 'fill.state').as('fill_state'),
			of
				.case()
				.when('corrected.outcome', 'is', null)
				.then(of.ref('fill.transaction_id'))
				.else(of.ref('corrected.transaction_id'))
				.end()
				.as('transaction_id'),
		])
		.select(['fill.platform_fee', 'fill.settlement_fee', 'fill.rebate'])
		.$if(state !== undefined, query => query.where('part.state', '=', state ?? 'asked'))
		.$if(pair !== undefined, query =>
			query.where('part.base', '=', pair?.base ?? '').where('part.quote', '=', pair?.quote ?? ''),
		)
		.orderBy('part.asked_at_ms', 'desc')
		.orderBy('part.part_id', 'desc')
		.limit(limit + 1)
		.execute()
	const page = rows.slice(0, limit)
	const last = rows.length > limit ? page.at(-1) : await lastLookedAt(db, query)
	const next = last === undefined ? {} : { next: `${last.asked_at_ms}.${last.part_id}` }
	return { orders: page.map(readOrder), ...next }
}

/** The newest parts before the cursor, whether they match or not. */
function partsLookedAt(db: Database, { makerId, id, before }: MakerOrdersQuery) {
	const cursor = before === undefined ? undefined : readCursor(before)
	return db
		.selectFrom('part')
		.where('part.maker_id', '=', makerId)
		.$if(id !== undefined, query => query.where('part.part_id', '=', id ?? ''))
		.$if(cursor !== undefined, query =>
			query.where(
				sql<boolean>`(part.asked_at_ms, part.part_id) < (${cursor?.askedAtMs ?? 0}, ${cursor?.partId ?? ''})`,
			),
		)
		.orderBy('part.asked_at_ms', 'desc')
		.orderBy('part.part_id', 'desc')
		.limit(lookedAtMax)
}

/** The last part that a page examined, if there may be others after it. */
function lastLookedAt(db: Database, query: MakerOrdersQuery) {
	if (query.state === undefined && query.pair === undefined) return undefined
	const looked = partsLookedAt(db, query)
		.offset(lookedAtMax - 1)
		.limit(1)
	return looked.select(['part.asked_at_ms', 'part.part_id']).executeTakeFirst()
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
	refusals: readonly { readonly code: string; readonly at_ms: number }[] | null
	fill_state: FillState | null
	subintent_id: string | null
	transaction_id: string | null
	platform_fee: string | null
	settlement_fee: string | null
	rebate: string | null
}

function readOrder(row: MakerOrderRow): MakerOrder {
	return {
		...readNewOrder(row),
		state: row.state,
		...(row.ended_at_ms === null ? {} : { answeredAtMs: Number(row.ended_at_ms) }),
		...(row.reject_reason === null ? {} : { rejectReason: row.reject_reason }),
		...(row.refusals === null ? {} : { refusedFills: row.refusals.map(({ code, at_ms: atMs }) => ({ code, atMs })) }),
		...readFilled(row),
	}
}

function readFilled(row: MakerOrderRow): Pick<MakerOrder, 'filled'> {
	const { fill_state: state, subintent_id: subintentId, transaction_id, fill_sell_symbol: symbol } = row
	if (state === null || subintentId === null) return {}
	const fee = { symbol, platformAmount: readAmount(row.platform_fee), settlementAmount: readAmount(row.settlement_fee) }
	return {
		filled: {
			state,
			subintentId,
			...(transaction_id === null ? {} : { transactionId: transaction_id }),
			fee,
			...(state === 'Settled' ? { rebate: { symbol, amount: readAmount(row.rebate) } } : {}),
		},
	}
}

/** An amount of a fill, which is null only where there is no fill. */
function readAmount(amount: string | null): Decimal {
	return amount === null ? Decimal.zero : Decimal.parse(amount)
}

/** Reads the `next` of a page: the time at which its last part was requested, and the part's id. */
function readCursor(text: string): { askedAtMs: number; partId: string } {
	const [, askedAtMs, partId] = /^(\d{1,15})\.([0-9a-f]{1,64})$/.exec(text) ?? []
	if (askedAtMs !== undefined && partId !== undefined) return { askedAtMs: Number(askedAtMs), partId }
	const item = { pointer: '/before', expected: 'the next of the previous page', found: text }
	throw TradeError.fromViolations([{ code: 'validation_failed', item }])
}
