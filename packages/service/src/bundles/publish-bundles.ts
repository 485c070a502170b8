import type { ServiceSigner } from '@accord/ledger'
import { type Clock, Decimal } from '@accord/protocol'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Bus } from '../bus/bus.ts'
import type { Tables } from '../db/tables.ts'
import type { Market } from '../market/market.ts'
import { publishedUntilMs } from '../orders/windows.ts'
import {
	claimFilledOrders,
	insertBundles,
	type StoredFill,
	type StoredOrder,
	selectFillsOf,
	type WrappedBundle,
} from './bundles-table.ts'
import { wrapStored } from './wrap-stored.ts'

// The guarantee: a bundle is signed only for what was accepted, is stored before anybody sees it, is published once, and
// never with less than 5 s left. What cannot be published is left alone: the settlement stage ends it.

export type PublishBundlesDeps = {
	readonly db: Kysely<Tables>
	readonly bus: Bus
	readonly clock: Clock
	readonly market: Market
	readonly service: ServiceSigner
	readonly log: Pick<Logger, 'error'>
}

const ordersPerRun = 16
const claimMs = 10_000

/** Wraps, signs and publishes filled orders. */
export async function publishBundles(deps: PublishBundlesDeps): Promise<'again' | 'done'> {
	const { db, clock, bus } = deps
	const nowMs = clock.nowMs()
	const claim = { nowMs, untilMs: nowMs + claimMs }
	const orders = await claimFilledOrders(db, { ...claim, expiresAfterMs: publishedUntilMs(nowMs), limit: ordersPerRun })
	if (orders.length === 0) return 'done'
	const bundles = wrapAll(deps, {
		orders,
		fills: await selectFillsOf(
			db,
			orders.map(order => order.subintent_hash),
		),
	})
	if (bundles.length > 0) {
		const published = await insertBundles(db, { bundles, untilMs: claim.untilMs, nowMs: clock.nowMs() })
		if (published.length > 0) bus.publish('bundle', {})
	}
	bus.publish('order', { orderHashes: orders.map(order => order.subintent_hash) })
	return orders.length === ordersPerRun ? 'again' : 'done'
}

function wrapAll(
	deps: PublishBundlesDeps,
	{ orders, fills }: { orders: readonly StoredOrder[]; fills: readonly StoredFill[] },
): WrappedBundle[] {
	const fillsOf = Map.groupBy(fills, fill => fill.order_hash)
	return orders.flatMap(order => {
		const items = [order, ...(fillsOf.get(order.subintent_hash) ?? [])]
		const expiresAtS = Math.min(...items.map(item => Number(item.expires_at_s)))
		if (expiresAtS * 1000 < publishedUntilMs(deps.clock.nowMs())) return []
		try {
			requireWhole(order, items.slice(1))
			return [
				{
					order_hash: order.subintent_hash,
					items: items.map(item => wrapStored(deps, item)),
					subintent_ids: items.map(item => item.subintent_id),
					expires_at_s: expiresAtS,
				},
			]
		} catch (error) {
			deps.log.error({ err: error, order: order.subintent_id }, 'a filled order cannot be published')
			return []
		}
	})
}

/** The fills of an order are its exact mirror, over however many makers and however often it was re-routed. */
function requireWhole(order: StoredOrder, fills: readonly (StoredOrder | StoredFill)[]): void {
	const sum = (amounts: readonly string[]) => Decimal.sum(amounts.map(Decimal.parse))
	const sold = sum(fills.map(fill => fill.sell_amount))
	const bought = sum(fills.map(fill => fill.buy_amount))
	if (sold === Decimal.parse(order.buy_amount) && bought === Decimal.parse(order.sell_amount)) return
	throw new Error(`the fills of ${order.subintent_hash} do not add up to it: it is not signed for`)
}
