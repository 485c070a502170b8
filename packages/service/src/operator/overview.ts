import type { EndedOrders, Overview, Pair, PairOverview } from '@accord/protocol'
import { sql } from 'kysely'
import type { Database } from '../db/tables.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { nodeStatuses } from '../nodes/node-statuses.ts'
import { ordersEnded } from './log-orders.ts'
import type { OperatorRooms, RunningNode } from './operator-rooms.ts'
import { listOrders } from './orders-table.ts'

type OverviewRooms = Pick<OperatorRooms, 'platform' | 'prices' | 'readiness' | 'node' | 'nodes'>

const recentMax = 10
const minuteMs = 60_000

/** The service at a glance. */
export async function overview(rooms: OverviewRooms): Promise<Overview> {
	const { platform, readiness, node } = rooms
	const { db, clock, market, metrics } = platform
	const nowMs = clock.nowMs()
	const health = await readiness.checks()
	const counts = await selectCounts(db.own, { nowMs, pairs: market.pairs })
	const nodes = rooms.nodes && (await nodeStatuses(db.own, rooms.nodes.membership.nodeId))
	const { orders: recent } = await listOrders(db.own, { limit: recentMax })
	return {
		service: describeService(node, nowMs),
		health,
		pairs: market.quotedPairs.map(pair => describePair(rooms.prices, pair)),
		orders: {
			open: { awaiting_fills: counts.awaiting_fills, filled: counts.filled, published: counts.published },
			ended: endedOf(metrics),
		},
		fills: { asked: counts.asked, started: counts.started },
		settledLastMinute: counts.settled_last_minute,
		makers: { registered: counts.makers, paused: counts.paused },
		sessions: node.sessions(),
		queues: node.queues(),
		recent,
		...(nodes && { nodes }),
	}
}

function endedOf(metrics: Metrics): EndedOrders {
	return {
		settled: metrics.countOf(ordersEnded, 'settled'),
		unfilled: metrics.countOf(ordersEnded, 'unfilled'),
		expired: metrics.countOf(ordersEnded, 'expired'),
		cancelled: metrics.countOf(ordersEnded, 'cancelled'),
	}
}

function describeService({ version, url, startedAtMs }: RunningNode, nowMs: number): Overview['service'] {
	return {
		version: version.version,
		network: version.network,
		networkId: version.networkId,
		url,
		startedAtMs,
		uptimeS: Math.max(0, Math.floor((nowMs - startedAtMs) / 1000)),
	}
}

function describePair({ shownBooks, makerQuotes }: OverviewRooms['prices'], pair: Pair): PairOverview {
	const { bids, asks } = shownBooks.of(pair).book
	const [bestBid] = bids
	const [bestAsk] = asks
	return {
		pair,
		...(bestBid === undefined ? {} : { bestBid }),
		...(bestAsk === undefined ? {} : { bestAsk }),
		makers: makerQuotes.inForce(pair).size,
	}
}

export type Counts = {
	readonly awaiting_fills: number
	readonly filled: number
	readonly published: number
	readonly asked: number
	readonly started: number
	readonly reserved: number
	readonly settled_last_minute: number
	/** How long ago the oldest ended order that is still kept ended; 0 if there is none. */
	readonly oldest_ended_s: number
	readonly makers: number
	readonly paused: number
}

/** Open orders and fills now; each count uses an index of exactly those rows. */
export async function selectCounts(
	db: Database,
	{ nowMs, pairs }: { readonly nowMs: number; readonly pairs: readonly Pair[] },
): Promise<Counts> {
	const inState = (state: string) => sql`(select count(*)::int4 from "order" where state = ${state})`
	const bases = pairs.map(({ base }) => base)
	const quotes = pairs.map(({ quote }) => quote)
	const { rows } = await sql<Counts>`
		select ${inState('awaiting_fills')} as awaiting_fills, ${inState('filled')} as filled,
			${inState('published')} as published,
			(select count(*)::int4 from part where state = 'asked') as asked,
			(select count(*)::int4 from fill where state = 'started') as started,
			(select count(*)::int4 from part where reservation = 'open') as reserved,
			(select count(*)::int4 from unnest(${bases}::text[], ${quotes}::text[]) as pair (base, quote)
				join "order" o on o.base = pair.base and o.quote = pair.quote
				where o.state = 'settled' and o.ended_at_ms > ${nowMs - minuteMs}) as settled_last_minute,
			coalesce(greatest(
				${nowMs} - (select min(ended_at_ms) from "order" where state in ('settled', 'expired')),
				${nowMs} - (select min(ended_at_ms) from "order" where state in ('unfilled', 'cancelled'))
			) / 1000, 0)::int4 as oldest_ended_s,
			(select count(*)::int4 from maker) as makers,
			(select count(distinct maker_id)::int4 from maker_pause
				where until_ms is null or until_ms > ${nowMs}) as paused`.execute(db)
	const [counts] = rows
	if (counts === undefined) throw new Error('the counts returned no row')
	return counts
}
