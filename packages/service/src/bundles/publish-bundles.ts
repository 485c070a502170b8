import { commitWith, type NextReader } from '../db/together.ts'
import { inTransaction } from '../db/transaction.ts'
import { isClaiming } from '../integrators/share-payment.ts'
import type { Platform } from '../platform/platform.ts'
import type { Pace } from '../queues/pace.ts'
import { announceBundles } from './announce-bundles.ts'
import { deferOrders, insertBundles, replaceBundles, type StoredIntent, type WrappedBundle } from './bundles-table.ts'
import { type FilledOrders, filledOrdersMax } from './filled-orders.ts'
import { type WrapBundleDeps, wrapBundle } from './wrap-bundle.ts'

// The guarantee: a bundle is signed only for accepted intents, stored before anyone sees it, and published once, never
// with less than 5 s left, or once more in place of one that a fill keeps from settling. If two nodes wrap the same order, the first to write it publishes it, and no one sees what
// the other signed. An order that cannot be published is left for the settlement stage to end.

export type PublishBundlesDeps = {
	readonly platform: Platform
	readonly intents: WrapBundleDeps['intents']
	readonly filledOrders: Pick<FilledOrders, 'take' | 'lookAgain'>
	/** Hands bundles to the readers that are waiting for them; returns whether it did. */
	readonly solverReads: NextReader<void, boolean>
}

const ordersPerRun = filledOrdersMax
const deferMs = 10_000

/** Wraps, signs and publishes filled orders; tells the pace how many a run took. */
export async function publishBundles(deps: PublishBundlesDeps, pace?: Pick<Pace, 'ran'>): Promise<'again' | 'done'> {
	try {
		return await publishFilled(deps, pace)
	} catch (error) {
		deps.filledOrders.lookAgain()
		throw error
	}
}

async function publishFilled(deps: PublishBundlesDeps, pace?: Pick<Pace, 'ran'>): Promise<'again' | 'done'> {
	const { clock, bus, db } = deps.platform
	const nowMs = clock.nowMs()
	const filled = await deps.filledOrders.take(nowMs)
	pace?.ran(filled.size)
	if (filled.size === 0) return 'done'
	const { bundles, failed } = wrapAll(deps, filled)
	const published = bundles.length > 0 ? await publish(deps, bundles) : []
	// Two bundles may want to pay an integrator the same debt: the second is wrapped again.
	const isLeft = bundles.some(bundle => isClaiming(bundle) && !published.includes(bundle.order_hash))
	if (isLeft) deps.filledOrders.lookAgain()
	if (failed.length > 0) {
		await deferOrders(db.own, { orderHashes: failed, untilMs: nowMs + deferMs })
		bus.publish('order', { orderHashes: failed })
	}
	return isLeft || filled.size === ordersPerRun ? 'again' : 'done'
}

/** Writes bundles, and hands them to solvers waiting for the next one; returns the hashes of the published orders. */
async function publish(
	{ platform, solverReads }: PublishBundlesDeps,
	bundles: readonly WrappedBundle[],
): Promise<readonly string[]> {
	const { db, bus, clock } = platform
	const toWrite = { bundles, nowMs: clock.nowMs() }
	const [writing, replacing, next] = [insertBundles(toWrite), replaceBundles(toWrite), solverReads.next()]
	const [published, again, handOver] = await inTransaction(db.own, trx => commitWith(trx, [writing, replacing, next]))
	announceBundles(bus, { published, again, handOver })
	return [...published, ...again]
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
			const bundle = wrapBundle(deps, { orderHash, items })
			if (bundle !== undefined) bundles.push(bundle)
		} catch (error) {
			deps.platform.log.error({ err: error, order: items[0]?.subintent_id }, 'a filled order cannot be published')
			failed.push(orderHash)
		}
	}
	return { bundles, failed }
}
