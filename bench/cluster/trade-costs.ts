import { percentile } from '../percentile.ts'
import { commitsOf, syncsOf } from '../settle/database-counts.ts'
import { readBusCounts } from './bus-counts.ts'
import type { ClusterNetwork } from './cluster-network.ts'
import { bases, quote } from './market.ts'
import { LockWatch, ordersPerMatch } from './pair-lock.ts'
import { type Load, tradeThroughAll } from './trades.ts'
import { endsFirst, readUsage, sumOf, usedBetween } from './usage.ts'

/** The throughput of a load of trades, and the cost of each trade. */
export type TradeCosts = {
	readonly perSecond: number
	readonly p50Ms: number
	readonly p99Ms: number
	readonly serviceMs: number
	readonly postgresMs: number
	readonly natsMs: number
	readonly commits: number
	readonly syncs: number
	readonly busBytes: number
	readonly ordersPerMatch: number
	/** How long the first pair's lock was held for each of that pair's trades. */
	readonly lockMs: number
	/** The share of the time during which it was held. */
	readonly lockHeld: number
	readonly endsFirst: string
}

export async function tradeCosts(network: ClusterNetwork, load: Load): Promise<TradeCosts> {
	const { db, monitorUrl } = network
	const read = async () => ({
		bus: await readBusCounts(monitorUrl),
		commits: await commitsOf(db),
		syncs: await syncsOf(db),
		usage: await readUsage(network),
	})
	const sinceMs = Date.now()
	const before = await read()
	const lock = new LockWatch(db, { base: bases[0] ?? '', quote })
	const { perSecond, orderToMakerMs } = await tradeThroughAll(network, load)
	const lockHeld = await lock.end()
	const after = await read()
	const used = usedBetween(before.usage, after.usage)
	const perTrade = (difference: number) => difference / load.trades
	return {
		perSecond,
		p50Ms: percentile(orderToMakerMs, 0.5),
		p99Ms: percentile(orderToMakerMs, 0.99),
		serviceMs: perTrade(sumOf(used.nodes)),
		postgresMs: perTrade(used.PostgreSQL),
		natsMs: perTrade(used.NATS),
		commits: perTrade(after.commits - before.commits),
		syncs: perTrade(after.syncs - before.syncs),
		busBytes: perTrade(after.bus.takenBytes - before.bus.takenBytes),
		ordersPerMatch: await ordersPerMatch(db, sinceMs),
		lockMs: (1000 * lockHeld * load.pairs) / perSecond,
		lockHeld,
		endsFirst: endsFirst(used, { lockHeld }),
	}
}
