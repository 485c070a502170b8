import type { Selectable } from 'kysely'
import type { BundleTable, Database, FillTable, MakerTable, OrderTable, PartTable } from '../db/tables.ts'
import { orderHasId } from '../intents/subintent-hash.ts'
import { fillExpiryCode, orderExpiryCode } from '../settlement/expiry-code.ts'

export type TracedPartRow = Selectable<PartTable> & { readonly maker_name: Selectable<MakerTable>['name'] }

/** Why it expired, if that is known. */
type WithExpiry = { readonly expiry_code: string | null }

/** Every row of one order. */
export type TracedRows = {
	readonly order: Selectable<OrderTable> & WithExpiry
	/** Parts in the order in which they were requested. */
	readonly parts: readonly TracedPartRow[]
	/** Fills by the id of their part. */
	readonly fills: ReadonlyMap<string, Selectable<FillTable> & WithExpiry>
	readonly bundle: Selectable<BundleTable> | undefined
}

type Outcome = Pick<Selectable<OrderTable>, 'subintent_id' | 'state' | 'transaction_id' | 'surplus'>
type FillOutcome = Pick<Selectable<FillTable>, 'subintent_id' | 'state' | 'transaction_id'>

/** Changes with everything that can still change in the trace of an order that has ended. */
export function traceVersion(order: Outcome, fills: Iterable<FillOutcome>): string {
	const outcomes = [...fills].toSorted((a, b) => (a.subintent_id < b.subintent_id ? -1 : 1))
	const text = (one: Outcome | FillOutcome) => [one.subintent_id, one.state, one.transaction_id].join(' ')
	return [`${text(order)} ${order.surplus ?? ''}`, ...outcomes.map(text)].join(', ')
}

/** The version of an order's trace, without reading all of its rows; undefined if the order is unknown. */
export async function selectTraceVersion(db: Database, subintentId: string): Promise<string | undefined> {
	const order = await db
		.selectFrom('order')
		.select(['subintent_hash', 'subintent_id', 'state', 'transaction_id', 'surplus'])
		.where(orderHasId(subintentId))
		.executeTakeFirst()
	if (order === undefined) return undefined
	const fills = await db
		.selectFrom('fill')
		.select(['subintent_id', 'state', 'transaction_id'])
		.where('order_hash', '=', order.subintent_hash)
		.execute()
	return traceVersion(order, fills)
}

/** Everything that is stored about an order; undefined if it is unknown. */
export async function selectTraced(db: Database, subintentId: string): Promise<TracedRows | undefined> {
	const order = await db
		.selectFrom('order')
		.selectAll()
		.select(orderExpiryCode('order').as('expiry_code'))
		.where(orderHasId(subintentId))
		.executeTakeFirst()
	if (order === undefined) return undefined
	const hash = order.subintent_hash
	const parts = await db
		.selectFrom('part')
		.innerJoin('maker', 'maker.maker_id', 'part.maker_id')
		.selectAll('part')
		.select('maker.name as maker_name')
		.where('part.order_hash', '=', hash)
		.orderBy('part.asked_at_ms')
		.orderBy('part.part_id')
		.execute()
	const fills = await db
		.selectFrom('fill')
		.selectAll()
		.select(fillExpiryCode('fill').as('expiry_code'))
		.where('order_hash', '=', hash)
		.execute()
	const bundle = await db.selectFrom('bundle').selectAll().where('order_hash', '=', hash).executeTakeFirst()
	return { order, parts, fills: new Map(fills.map(fill => [fill.part_id, fill])), bundle }
}
