import type { Selectable } from 'kysely'
import type { BundleTable, Database, FillTable, MakerTable, OrderTable, PartTable } from '../db/tables.ts'

export type TracedPartRow = Selectable<PartTable> & { readonly maker_name: Selectable<MakerTable>['name'] }

/** Every row of one order. */
export type TracedRows = {
	readonly order: Selectable<OrderTable>
	/** Parts in the order in which they were requested. */
	readonly parts: readonly TracedPartRow[]
	/** Fills by the id of their part. */
	readonly fills: ReadonlyMap<string, Selectable<FillTable>>
	readonly bundle: Selectable<BundleTable> | undefined
}

/** Everything that is stored about an order; undefined if it is unknown. */
export async function selectTraced(db: Database, subintentId: string): Promise<TracedRows | undefined> {
	const order = await db.selectFrom('order').selectAll().where('subintent_id', '=', subintentId).executeTakeFirst()
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
	const fills = await db.selectFrom('fill').selectAll().where('order_hash', '=', hash).execute()
	const bundle = await db.selectFrom('bundle').selectAll().where('order_hash', '=', hash).executeTakeFirst()
	return { order, parts, fills: new Map(fills.map(fill => [fill.part_id, fill])), bundle }
}
