import {
	Decimal,
	type OrderCorrection,
	type OrderHistoryEntry,
	type OrderPage,
	type OrderStatus,
	type PartState,
} from '@accord/protocol'
import { type Selectable, sql } from 'kysely'
import { pageOf, parsePageCursor } from '../db/page-cursor.ts'
import type { Database, OrderTable } from '../db/tables.ts'
import { feeOf, limitOrderOf, surplusOf } from '../intents/accepted-intent.ts'
import { subintentHashIn } from '../intents/subintent-hash.ts'

const columns = [
	'subintent_hash',
	'subintent_id',
	'account',
	'sell_symbol',
	'sell_amount',
	'buy_symbol',
	'buy_amount',
	'platform_fee',
	'settlement_fee',
	'rebate',
	'expires_at_s',
	'state',
	'accepted_at_ms',
	'filled_at_ms',
	'published_at_ms',
	'ended_at_ms',
	'transaction_id',
	'quote',
	'surplus',
] as const

type OrderRow = Pick<Selectable<OrderTable>, (typeof columns)[number]> & {
	parts: OrderStatus['parts']
	correction: OrderCorrection | null
}

/** The status of an order (GET /trade/orders/:subintent_id); undefined for an unknown one. */
export async function orderStatus(db: Database, subintentId: string): Promise<OrderStatus | undefined> {
	const [status] = await orderStatuses(db, [subintentId])
	return status
}

/** The statuses of the known orders among these subintent ids, in any order, with one statement. */
export async function orderStatuses(db: Database, subintentIds: readonly string[]): Promise<OrderStatus[]> {
	const hashes = subintentIds.flatMap(id => subintentHashIn(id) ?? [])
	const asked = new Set(subintentIds)
	// An id of another network has the hash of one of ours.
	return [...(await statusesByHash(db, hashes)).values()].filter(({ subintentId }) => asked.has(subintentId))
}

/** The statuses of the known orders among these subintent hashes, with one statement. */
export async function statusesByHash(
	db: Database,
	orderHashes: readonly string[],
): Promise<ReadonlyMap<string, OrderStatus>> {
	// Passed as one parameter: a statement text for each number of hashes could not be prepared.
	const isAmong = sql<boolean>`subintent_hash = any(${orderHashes}::text[])`
	const rows = await selectOrders(db).where(isAmong).execute()
	return new Map(rows.map(row => [row.subintent_hash, describeOrder(row)]))
}

export type AccountOrdersQuery = {
	readonly account: string
	readonly limit: number
	/** The `next` of the previous page. */
	readonly before?: string | undefined
}

/**
 * A page of an account's orders that were published, the newest first, by when they were accepted. Unpublished orders
 * are shown only to clients that know their ids. @throws TradeError `validation_failed`
 */
export async function accountOrders(db: Database, { account, limit, before }: AccountOrdersQuery): Promise<OrderPage> {
	const cursor = before === undefined ? undefined : parsePageCursor(before)
	const rows = await selectOrders(db)
		.where('account', '=', account)
		.where('published_at_ms', 'is not', null)
		.$if(cursor !== undefined, query =>
			query.where(sql<boolean>`(accepted_at_ms, subintent_hash) < (${cursor?.atMs ?? 0}, ${cursor?.orderHash ?? ''})`),
		)
		.orderBy('accepted_at_ms', 'desc')
		.orderBy('subintent_hash', 'desc')
		.limit(limit + 1)
		.execute()
	const { page, ...next } = pageOf(rows, { limit, orderedBy: 'accepted_at_ms' })
	return { orders: page.map(describeOrder), ...next }
}

function selectOrders(db: Database) {
	return db.selectFrom('order').select([
		...columns,
		sql<{ state: PartState }[]>`(
			select coalesce(jsonb_agg(jsonb_build_object('state', part.state) order by asked_at_ms, part_id), '[]'::jsonb)
			from part where part.order_hash = "order".subintent_hash
		)`.as('parts'),
		sql<OrderCorrection | null>`(
			select jsonb_strip_nulls(
				jsonb_build_object('state', lower(c.outcome), 'atMs', c.corrected_at_ms, 'transactionId', c.transaction_id)
			)
			from correction c where c.subintent_hash = "order".subintent_hash order by c.corrected_at_ms desc limit 1
		)`.as('correction'),
	])
}

function describeOrder(order: OrderRow): OrderStatus {
	const isSettled = (order.correction?.state ?? order.state) === 'settled'
	const surplus = isSettled ? surplusOf(order) : undefined
	return {
		subintentId: order.subintent_id,
		state: order.state,
		limitOrder: limitOrderOf(order),
		fee: feeOf(order),
		account: order.account,
		expiresAtS: Number(order.expires_at_s),
		createdAtMs: Number(order.accepted_at_ms),
		history: historyOf(order),
		parts: order.parts,
		...(order.transaction_id === null ? {} : { transactionId: order.transaction_id }),
		...(surplus === undefined ? {} : { surplus }),
		...(isSettled ? { rebate: { symbol: order.sell_symbol, amount: Decimal.parse(order.rebate) } } : {}),
		...(order.correction === null ? {} : { correction: order.correction }),
	}
}

/** Grows only at its end, because the numbers of an order's events are its indexes. */
function historyOf(order: OrderRow): OrderHistoryEntry[] {
	const reached = [
		{ state: 'accepted', at: order.accepted_at_ms },
		{ state: 'filled', at: order.filled_at_ms },
		{ state: 'published', at: order.published_at_ms },
		{ state: order.state, at: order.ended_at_ms },
	] as const
	return reached.flatMap(({ state, at }) => (at === null ? [] : [{ state, atMs: Number(at) }]))
}
