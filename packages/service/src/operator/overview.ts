import type { Clock, OverviewWire, Pair, PriceLevel, ReadinessCheckWire, VersionWire } from '@accord/protocol'
import { Decimal } from '@accord/protocol'
import { sql } from 'kysely'
import type { Database } from '../db/tables.ts'
import { listOrders } from './orders-table.ts'

export type EndedOrders = OverviewWire['orders']['ended']

/** Connections that a node has open. */
export type OpenSessions = { readonly makers: number; readonly solvers: number; readonly eventStreams: number }

/** What waits in this process. */
export type QueueDepths = {
	readonly previewsRunning: number
	readonly previewsWaiting: number
	readonly ordersToMatch: number
}

type ShownSides = { readonly bids: readonly PriceLevel[]; readonly asks: readonly PriceLevel[] }

export type OverviewDeps = {
	readonly db: Database
	readonly clock: Clock
	readonly version: VersionWire
	readonly url: string
	readonly startedAtMs: number
	readonly pairs: readonly Pair[]
	readonly bookOf: (pair: Pair) => ShownSides
	/** Makers whose books of the pair count now. */
	readonly quotingMakers: (pair: Pair) => number
	readonly readiness: () => Promise<readonly ReadinessCheckWire[]>
	readonly sessions: () => OpenSessions
	readonly queues: () => QueueDepths
	readonly ended: () => EndedOrders
}

const recentMax = 10
const minuteMs = 60_000

/** The service at a glance. */
export async function overview(deps: OverviewDeps): Promise<OverviewWire> {
	const { db, clock } = deps
	const nowMs = clock.nowMs()
	const health = await deps.readiness()
	const counts = await selectCounts(db, { nowMs, pairs: deps.pairs })
	const { orders: recent } = await listOrders(db, { limit: recentMax })
	const { makers, solvers, eventStreams } = deps.sessions()
	const { previewsRunning, previewsWaiting, ordersToMatch } = deps.queues()
	return {
		service: describeService(deps, nowMs),
		health: [...health],
		pairs: deps.pairs.map(pair => describePair(deps, pair)),
		orders: {
			open: { awaiting_fills: counts.awaiting_fills, filled: counts.filled, published: counts.published },
			ended: deps.ended(),
		},
		fills: { asked: counts.asked, started: counts.started },
		settled_last_minute: counts.settled_last_minute,
		makers: { registered: counts.makers, paused: counts.paused },
		sessions: { makers, solvers, event_streams: eventStreams },
		queues: {
			previews_running: previewsRunning,
			previews_waiting: previewsWaiting,
			orders_to_match: ordersToMatch,
		},
		recent,
	}
}

function describeService({ version, url, startedAtMs }: OverviewDeps, nowMs: number): OverviewWire['service'] {
	return {
		version: version.version,
		network: version.network,
		network_id: version.network_id,
		url,
		started_at_ms: startedAtMs,
		uptime_s: Math.max(0, Math.floor((nowMs - startedAtMs) / 1000)),
	}
}

function describePair({ bookOf, quotingMakers }: OverviewDeps, pair: Pair): OverviewWire['pairs'][number] {
	const { bids, asks } = bookOf(pair)
	const best = (levels: readonly PriceLevel[]) =>
		levels.slice(0, 1).map(({ price, amount }): [string, string] => [Decimal.format(price), Decimal.format(amount)])[0]
	const bestBid = best(bids)
	const bestAsk = best(asks)
	return {
		base: pair.base,
		quote: pair.quote,
		...(bestBid === undefined ? {} : { best_bid: bestBid }),
		...(bestAsk === undefined ? {} : { best_ask: bestAsk }),
		makers: quotingMakers(pair),
	}
}

export type Counts = {
	awaiting_fills: number
	filled: number
	published: number
	asked: number
	started: number
	reserved: number
	settled_last_minute: number
	makers: number
	paused: number
}

/** What is open now; each count goes over an index of just that. */
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
			(select count(*)::int4 from maker) as makers,
			(select count(distinct maker_id)::int4 from maker_pause
				where until_ms is null or until_ms > ${nowMs}) as paused`.execute(db)
	const [counts] = rows
	if (counts === undefined) throw new Error('a count is one row')
	return counts
}
