import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import { type Bus, inProcessBus } from '../bus/bus.ts'
import { natsBus } from '../bus/nats-bus.ts'
import { type Fate, messagesLost, type NodeLine, openNatsLine } from '../bus/nats-line.ts'
import type { Config } from '../config/config.ts'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Platform } from '../platform/platform.ts'
import type { Prices } from '../prices/prices.ts'
import { fingerprintOf, withoutAgreed } from './fingerprint.ts'
import { Membership } from './membership.ts'
import type { NodeClock } from './node-clock.ts'
import { selectCluster } from './nodes-table.ts'
import { QuoteFeed } from './quote-feed.ts'

/** The parts that connect this node to the others. */
export type Nodes = { readonly membership: Membership; readonly line: NodeLine; readonly feed: QuoteFeed }

type JoiningDeps = {
	readonly db: Pick<DatabaseLanes, 'own'>
	readonly clock: NodeClock | undefined
	/** Whether the agreed settings are those of the database. */
	readonly isAgreed: boolean
	readonly opened: AsyncDisposableStack
}

/** Joins the other nodes of the database; undefined for a single-node service. */
export async function joinNodes(
	config: Config,
	{ db, clock, isAgreed, opened }: JoiningDeps,
): Promise<Membership | undefined> {
	if (config.bus.kind === 'in_process') return undefined
	const nodeId = randomBytes(6).toString('hex')
	const membership = await Membership.join({
		db,
		nodeId,
		clock,
		fingerprint: isAgreed ? withoutAgreed(fingerprintOf(config)) : fingerprintOf(config),
		place: placeOf(config),
	})
	// If the database cannot be reached, the node is presumed gone after 10 s.
	opened.defer(() => membership.leave().catch(() => {}))
	// Done before anything depends on its clock.
	await membership.beat()
	return membership
}

/** Nodes behind proxies of their own have the same address on different machines. */
function placeOf({ host, port }: Config): string | undefined {
	return port === 0 ? undefined : `${hostname()} ${host} ${port}`
}

type BusDeps = {
	readonly db: Pick<DatabaseLanes, 'own'>
	readonly log: Logger
	readonly metrics: Pick<Metrics, 'count'>
	readonly membership: Membership | undefined
	readonly opened: AsyncDisposableStack
}

/** The configured bus, and the connection to other nodes if there can be any. */
export async function openBus(
	{ bus: nats }: Config,
	{ db, log, metrics, membership, opened }: BusDeps,
): Promise<{ bus: Bus; line?: NodeLine }> {
	const onError = (error: unknown, subject: string) => log.error({ err: error, subject }, 'a listener failed')
	if (nats.kind === 'in_process' || membership === undefined) return { bus: inProcessBus({ onError }) }
	const { nodeId } = membership
	const onLost = (fate: Fate) => metrics.count(messagesLost, fate)
	const line = await openNatsLine({ nats, cluster: await selectCluster(db.own), nodeId, onLost })
	opened.defer(() => line.close())
	line.onRestored(() => log.warn('messages between nodes may have been lost: everything is read again'))
	return { bus: natsBus({ line, onError }), line }
}

type SharingDeps = {
	readonly platform: Platform
	readonly prices: Prices
	readonly withdrawAfterMs: number
	readonly membership: Membership | undefined
	readonly line: NodeLine | undefined
	readonly opened: AsyncDisposableStack
}

/** Exchanges books with the other nodes; undefined for a single-node service. */
export async function shareBooks(deps: SharingDeps): Promise<Nodes | undefined> {
	const { platform, prices, withdrawAfterMs, membership, line, opened } = deps
	if (membership === undefined || line === undefined) return undefined
	const feed = new QuoteFeed({
		platform,
		prices,
		withdrawAfterMs,
		membership,
		line,
		onError: error => platform.log.error({ err: error }, 'the books of another node could not be taken'),
	})
	await feed.start()
	opened.defer(() => feed.stop())
	return { membership, line, feed }
}
