import { randomOf } from '../../test/network/mutated-bytes.ts'
import { percentile } from '../percentile.ts'

/**
 * As in the service: orders waiting at a node (`limits.previews_waiting`), waiting there for their pair, and taken by one
 * match.
 */
const bounds = { atNode: 64, ofPair: 256, inMatch: 16 }
/** How long a statement waits for a lock. */
const lockedWithinMs = 2_000
const warmUpMs = 10_000
const endMs = 20_000
const seed = 1

export type MatchCosts = {
	readonly serviceMsPerTrade: number
	readonly lockMsPerMatch: number
	readonly lockMsPerOrder: number
}

export type MatchLoad = { readonly ordersPerS: number; readonly nodes: number; readonly pairs: number }

export type Matched = {
	readonly matchedPerS: number
	/** Refused with `busy`, or with `database_unavailable` after waiting too long for the lock. */
	readonly refusedPerS: number
	readonly p50Ms: number
	readonly p99Ms: number
}

type Order = { readonly arrivedMs: number; readonly node: number; readonly pair: number; readyMs: number }

/** The fate of orders once the queues had filled: how long each match took, and how many were refused. */
type Outcome = { readonly latencies: number[]; refused: number }

/**
 * Orders that arrive at random times at all nodes in turn. A node does one thing at a time; all of a trade's cost is
 * spent when its order arrives. Then the order waits for its pair's lock, under which one node at a time matches what
 * waits there.
 */
export function simulateMatching(load: MatchLoad, costs: MatchCosts): Matched {
	const outcome: Outcome = { latencies: [], refused: 0 }
	const judged = judge(arrivals(load), { ...load, costs, outcome })
	const ofPairs = Map.groupBy(judged, ({ pair }) => pair)
	for (const orders of ofPairs.values()) matchPair(orders, { ...load, costs, outcome })
	const perS = (count: number) => (1000 * count) / (endMs - warmUpMs)
	return {
		matchedPerS: perS(outcome.latencies.length),
		refusedPerS: perS(outcome.refused),
		p50Ms: percentile(outcome.latencies, 0.5),
		p99Ms: percentile(outcome.latencies, 0.99),
	}
}

type Simulation = MatchLoad & { readonly costs: MatchCosts; readonly outcome: Outcome }

function arrivals({ ordersPerS, nodes, pairs }: MatchLoad): Order[] {
	const random = randomOf(seed)
	const share = () => (random(1_000_000) + 0.5) / 1_000_000
	const orders: Order[] = []
	for (let arrivedMs = 0; ; ) {
		arrivedMs -= (1000 * Math.log(share())) / ordersPerS
		if (arrivedMs >= endMs) return orders
		orders.push({ arrivedMs, node: orders.length % nodes, pair: random(pairs), readyMs: 0 })
	}
}

/** Orders accepted by their node, in the order in which it has judged them. */
function judge(orders: readonly Order[], { nodes, costs, outcome }: Simulation): Order[] {
	const freeAtMs = Array.from({ length: nodes }, () => 0)
	const judged: Order[] = []
	for (const order of orders) {
		const startMs = Math.max(order.arrivedMs, freeAtMs[order.node] ?? 0)
		if (startMs - order.arrivedMs > bounds.atNode * costs.serviceMsPerTrade) {
			refuse(outcome, { count: 1, atMs: order.arrivedMs })
			continue
		}
		order.readyMs = startMs + costs.serviceMsPerTrade
		freeAtMs[order.node] = order.readyMs
		judged.push(order)
	}
	return judged.sort((a, b) => a.readyMs - b.readyMs)
}

/** A node's waiting orders of the pair, and since when it has requested the lock. */
type Lane = { readonly waiting: Order[]; askedMs: number }

function matchPair(orders: readonly Order[], { nodes, costs, outcome }: Simulation): void {
	const lanes = Array.from({ length: nodes }, (): Lane => ({ waiting: [], askedMs: 0 }))
	let next = 0
	for (let nowMs = 0; nowMs < endMs; ) {
		for (let order = orders[next]; order !== undefined && order.readyMs <= nowMs; order = orders[++next])
			enter(lanes[order.node], { order, outcome })
		const lane = longestAsking(lanes)
		if (lane === undefined) {
			nowMs = orders[next]?.readyMs ?? endMs
			continue
		}
		const match = lane.waiting.splice(0, bounds.inMatch)
		if (nowMs - lane.askedMs > lockedWithinMs) refuse(outcome, { count: match.length, atMs: nowMs })
		else {
			nowMs += costs.lockMsPerMatch + match.length * costs.lockMsPerOrder
			if (nowMs >= warmUpMs) outcome.latencies.push(...match.map(({ arrivedMs }) => nowMs - arrivedMs))
		}
		lane.askedMs = nowMs
	}
}

function enter(lane: Lane | undefined, { order, outcome }: { order: Order; outcome: Outcome }): void {
	if (lane === undefined || lane.waiting.length >= bounds.ofPair) {
		refuse(outcome, { count: 1, atMs: order.readyMs })
		return
	}
	if (lane.waiting.length === 0) lane.askedMs = Math.max(lane.askedMs, order.readyMs)
	lane.waiting.push(order)
}

/** The lock goes to nodes in the order of their requests. */
function longestAsking(lanes: readonly Lane[]): Lane | undefined {
	let found: Lane | undefined
	for (const lane of lanes) {
		if (lane.waiting.length > 0 && lane.askedMs < (found?.askedMs ?? Number.POSITIVE_INFINITY)) found = lane
	}
	return found
}

function refuse(outcome: Outcome, { count, atMs }: { count: number; atMs: number }): void {
	if (atMs >= warmUpMs) outcome.refused += count
}
