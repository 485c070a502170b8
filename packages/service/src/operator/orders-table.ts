import type { ListedOrder, ListedOrderPage, OperatorOrder, OrderState } from '@accord/protocol'
import { type Selectable, sql } from 'kysely'
import { signedBytesOf } from '../bundles/packed-items.ts'
import { pageOf, parsePageCursor } from '../db/page-cursor.ts'
import type { Database, OrderTable } from '../db/tables.ts'
import { limitOrderOf } from '../intents/accepted-intent.ts'
import { orderHasId } from '../intents/subintent-hash.ts'
import { readTerms } from '../trace/traces.ts'

export type OrdersQuery = {
	readonly state?: OrderState | undefined
	readonly account?: string | undefined
	/** Of these orders, or of these fills, the hashes. */
	readonly subintentHashes?: readonly string[] | undefined
	readonly limit: number
	/** The `next` of the previous page. */
	readonly before?: string | undefined
}

/** Leaves out the bytes, of which a page may hold 64 MB. */
const listed = [
	'subintent_hash',
	'subintent_id',
	'state',
	'account',
	'sell_symbol',
	'sell_amount',
	'buy_symbol',
	'buy_amount',
	'accepted_at_ms',
	'filled_at_ms',
	'published_at_ms',
	'ended_at_ms',
] as const

/** A page of all orders, newest first. @throws TradeError `validation_failed` */
export async function listOrders(
	db: Database,
	{ state, account, subintentHashes, limit, before }: OrdersQuery,
): Promise<ListedOrderPage> {
	const cursor = before === undefined ? undefined : parsePageCursor(before)
	const rows = await db
		.selectFrom('order')
		.select(listed)
		.$if(state !== undefined, query => query.where('state', '=', state ?? 'settled'))
		.$if(account !== undefined, query => query.where('account', '=', account ?? ''))
		.$if(subintentHashes !== undefined, query =>
			query.where(
				'subintent_hash',
				'in',
				sql<string>`(
					select unnest(${subintentHashes}::text[])
					union select order_hash from fill where fill.subintent_hash = any(${subintentHashes}::text[])
				)`,
			),
		)
		.$if(cursor !== undefined, query =>
			query.where(sql<boolean>`(accepted_at_ms, subintent_hash) < (${cursor?.atMs ?? 0}, ${cursor?.orderHash ?? ''})`),
		)
		.orderBy('accepted_at_ms', 'desc')
		.orderBy('subintent_hash', 'desc')
		.limit(limit + 1)
		.execute()
	const { page, ...next } = pageOf(rows, { limit, orderedBy: 'accepted_at_ms' })
	return { orders: page.map(readListedOrder), ...next }
}

/** Everything that is stored about one order; undefined if it is unknown. */
export async function findOrder(db: Database, subintentId: string): Promise<OperatorOrder | undefined> {
	const row = await db
		.selectFrom('order')
		.leftJoin('bundle', 'bundle.order_hash', 'order.subintent_hash')
		.selectAll('order')
		.select(['bundle.bundle_number', 'packed_bytes', 'subintent_ids'])
		.where(orderHasId(subintentId))
		.executeTakeFirst()
	if (row === undefined) return undefined
	return {
		subintentId: row.subintent_id,
		subintentHash: row.subintent_hash,
		state: row.state,
		account: row.account,
		level: row.level,
		pair: { base: row.base, quote: row.quote },
		side: row.side === 'bids' ? 'sell' : 'buy',
		...readTerms(row),
		createdAtMs: Number(row.accepted_at_ms),
		...(row.filled_at_ms === null ? {} : { filledAtMs: Number(row.filled_at_ms) }),
		...(row.published_at_ms === null ? {} : { publishedAtMs: Number(row.published_at_ms) }),
		...(row.ended_at_ms === null ? {} : { endedAtMs: Number(row.ended_at_ms) }),
		expiresAtS: Number(row.expires_at_s),
		...(row.transaction_id === null ? {} : { transactionId: row.transaction_id }),
		...(row.bundle_number === null ? {} : { bundleNumber: Number(row.bundle_number) }),
		signedPartialTransaction: signedBytesOf(row),
	}
}

function readListedOrder(row: Pick<Selectable<OrderTable>, (typeof listed)[number]>): ListedOrder {
	return {
		subintentId: row.subintent_id,
		state: row.state,
		account: row.account,
		limitOrder: limitOrderOf(row),
		createdAtMs: Number(row.accepted_at_ms),
		updatedAtMs: Number(row.ended_at_ms ?? row.published_at_ms ?? row.filled_at_ms ?? row.accepted_at_ms),
	}
}
