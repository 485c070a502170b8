import type { OrderCorrection, OrderHistoryEntry, OrderStatus, PartState } from '@accord/protocol'
import { type Selectable, sql } from 'kysely'
import type { Database, OrderTable } from '../db/tables.ts'
import { feeOf, limitOrderOf } from '../intents/accepted-intent.ts'

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
	'expires_at_s',
	'state',
	'accepted_at_ms',
	'filled_at_ms',
	'published_at_ms',
	'ended_at_ms',
	'transaction_id',
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
	const rows = await selectOrders(db).where('subintent_id', 'in', subintentIds).execute()
	return rows.map(describeOrder)
}

/** The statuses of the known orders among these subintent hashes, with one statement. */
export async function statusesByHash(
	db: Database,
	orderHashes: readonly string[],
): Promise<ReadonlyMap<string, OrderStatus>> {
	// As one parameter, whatever their number: a text for each number would not be prepared.
	const isAmong = sql<boolean>`subintent_hash = any(${orderHashes}::text[])`
	const rows = await selectOrders(db).where(isAmong).execute()
	return new Map(rows.map(row => [row.subintent_hash, describeOrder(row)]))
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
		...(order.correction === null ? {} : { correction: order.correction }),
	}
}

/** Grows only at its end, since the numbers of an order's events are its indexes. */
function historyOf(order: OrderRow): OrderHistoryEntry[] {
	const reached = [
		{ state: 'accepted', at: order.accepted_at_ms },
		{ state: 'filled', at: order.filled_at_ms },
		{ state: 'published', at: order.published_at_ms },
		{ state: order.state, at: order.ended_at_ms },
	] as const
	return reached.flatMap(({ state, at }) => (at === null ? [] : [{ state, atMs: Number(at) }]))
}
