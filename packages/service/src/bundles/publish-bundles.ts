import type { ServiceSigner } from '@accord/ledger'
import { type Clock, Decimal } from '@accord/protocol'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Bus } from '../bus/bus.ts'
import type { Tables } from '../db/tables.ts'
import { commitWith, type NextReader } from '../db/together.ts'
import { inTransaction } from '../db/transaction.ts'
import { bundleExpiryMinMs } from '../intents/deadlines.ts'
import type { IntentReadings } from '../intents/intent-readings.ts'
import type { Pace } from '../loops/pace.ts'
import type { Market } from '../market/market.ts'
import { deferOrders, insertBundles, type StoredIntent, type WrappedBundle } from './bundles-table.ts'
import { type FilledOrders, filledOrdersMax } from './filled-orders.ts'
import { wrapStored } from './wrap-stored.ts'

// The guarantee: a bundle is signed only for accepted intents, stored before anyone sees it, and published once, never with
// less than 5 s left. If two nodes wrap the same order, the first to write it publishes it, and no one sees what the other
// signed. An order that cannot be published is left for the settlement stage to end.

export type PublishBundlesDeps = {
	readonly db: Kysely<Tables>
	readonly filledOrders: Pick<FilledOrders, 'take'>
	/** Where those who wait for bundles read them: whether they have been told. */
	readonly solverReads: NextReader<void, boolean>
	readonly bus: Bus
	readonly clock: Clock
	readonly market: Market
	readonly service: ServiceSigner
	readonly intentReadings: Pick<IntentReadings, 'of'>
	readonly log: Pick<Logger, 'error'>
	/** Told how many orders a run took. */
	readonly pace?: Pick<Pace, 'ran'>
}

const ordersPerRun = filledOrdersMax
const deferMs = 10_000

/** Wraps, signs and publishes filled orders. */
export async function publishBundles(deps: PublishBundlesDeps): Promise<'again' | 'done'> {
	const { clock, bus } = deps
	const nowMs = clock.nowMs()
	const filled = await deps.filledOrders.take(nowMs)
	deps.pace?.ran(filled.size)
	if (filled.size === 0) return 'done'
	const { bundles, failed } = wrapAll(deps, filled)
	if (bundles.length > 0) await publish(deps, bundles)
	if (failed.length > 0) await deferOrders(deps.db, { orderHashes: failed, untilMs: nowMs + deferMs })
	bus.publish('order', { orderHashes: [...filled.keys()] })
	return filled.size === ordersPerRun ? 'again' : 'done'
}

/** Writes bundles, and hands them to solvers who wait for the next. */
async function publish({ db, bus, clock, solverReads }: PublishBundlesDeps, bundles: readonly WrappedBundle[]) {
	const writing = insertBundles({ bundles, nowMs: clock.nowMs() })
	const next = solverReads.next()
	const [published, handOver] = await inTransaction(db, trx =>
		commitWith(trx, next === undefined ? [writing] : [writing, next]),
	)
	const isHandedOver = handOver?.() === true
	if (published.length > 0) bus.publish('bundle', isHandedOver ? { isHandedOver } : {})
}

/** The bundles that can be published, and the hashes of the orders that must not be signed for. */
function wrapAll(
	deps: PublishBundlesDeps,
	filled: ReadonlyMap<string, readonly StoredIntent[]>,
): { bundles: WrappedBundle[]; failed: string[] } {
	const bundles: WrappedBundle[] = []
	const failed: string[] = []
	for (const [orderHash, items] of filled) {
		try {
			bundles.push(wrapBundle(deps, { orderHash, items }))
		} catch (error) {
			deps.log.error({ err: error, order: items[0]?.subintent_id }, 'a filled order cannot be published')
			failed.push(orderHash)
		}
	}
	const stillInTime = ({ expires_at_s }: WrappedBundle) => expires_at_s * 1000 >= bundleExpiryMinMs(deps.clock.nowMs())
	return { bundles: bundles.filter(stillInTime), failed }
}

function wrapBundle(
	deps: PublishBundlesDeps,
	{ orderHash, items }: { orderHash: string; items: readonly StoredIntent[] },
): WrappedBundle {
	requireFillsAddUp(items)
	return {
		order_hash: orderHash,
		items: items.map(item => wrapStored(deps, item)),
		subintent_ids: items.map(item => item.subintent_id),
		expires_at_s: Math.min(...items.map(item => Number(item.expires_at_s))),
	}
}

/** The fills of an order give and want together what its mirror does, or better, however many makers there are and however often it was re-routed. */
function requireFillsAddUp([order, ...fills]: readonly StoredIntent[]): void {
	const sum = (amounts: readonly string[]) => Decimal.sum(amounts.map(Decimal.parse))
	const sold = sum(fills.map(fill => fill.sell_amount))
	const bought = sum(fills.map(fill => fill.buy_amount))
	const isWhole =
		order !== undefined && sold >= Decimal.parse(order.buy_amount) && bought <= Decimal.parse(order.sell_amount)
	if (!isWhole) throw new Error(`the fills of ${order?.subintent_hash} do not add up to it: the bundle is not signed`)
}
