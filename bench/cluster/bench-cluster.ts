import { debianProgram } from '../../test/fixtures/debian-programs.ts'
import { milliseconds, percentile } from '../percentile.ts'
import { printTable } from '../table.ts'
import { type BookChangeCosts, bookChangeCosts } from './book-changes.ts'
import { type ClusterNetwork, startClusterNetwork } from './cluster-network.ts'
import { type EventFanOut, eventFanOut } from './event-fan-out.ts'
import { bases } from './market.ts'
import { type CostAtNode, costsAtNodes } from './other-nodes.ts'
import { type SolverFanOut, solverFanOut } from './solver-fan-out.ts'
import { type TradeCosts, tradeCosts } from './trade-costs.ts'
import { tradeOnce, tradeThroughAll } from './trades.ts'

const nodeCounts = [1, 2, 3]
const warmUp = { trades: 200, inFlight: 64, pairs: bases.length }
const load = { trades: 750, inFlight: 64 }
const alone = { name: 'one trade at a time', trades: 200, inFlight: 1, pairs: 1 }
const onePair = { name: `one pair, ${load.inFlight} in flight`, ...load, pairs: 1 }
const allPairs = { name: `${bases.length} pairs, ${load.inFlight} in flight`, ...load, pairs: bases.length }
// Twice, in both orders, because a machine’s speed changes and tables grow.
const loads = [alone, onePair, allPairs, allPairs, onePair]

type Measured = {
	readonly nodes: number
	/** Of each load, in order. */
	readonly costs: readonly TradeCosts[]
	readonly solvers: SolverFanOut
	readonly events: EventFanOut
	readonly books: BookChangeCosts
	readonly atNodes: readonly CostAtNode[]
}

/** Trades, fan-out and the bus at 1, 2 and 3 nodes, with a ledger that answers at once; `cluster=3` only that many. */
export async function benchCluster(part?: string): Promise<void> {
	if (debianProgram('nats-server') === undefined)
		return console.log('skipped: nats-server is missing (node setup.cjs --bench)\n')
	const measured: Measured[] = []
	for (const nodes of part === undefined ? nodeCounts : [Number(part)]) measured.push(await measure(nodes))
	printTrades(measured)
	printProcessors(measured)
	printNodes(measured)
	printFanOut(measured)
}

async function measure(nodes: number): Promise<Measured> {
	await using opened = new AsyncDisposableStack()
	const network = await startClusterNetwork(opened, nodes)
	await warm(network)
	const costs: TradeCosts[] = []
	for (const each of loads) costs.push(await tradeCosts(network, each))
	return {
		nodes,
		costs,
		atNodes: await costsAtNodes(network, allPairs),
		books: await bookChangeCosts(network),
		events: await eventFanOut(network),
		solvers: await solverFanOut(network),
	}
}

/** The real ledger can preview the first order; all others get the same receipt. */
async function warm(network: ClusterNetwork): Promise<void> {
	await tradeOnce(network, { pairs: 1, onSent: () => {} })
	await tradeThroughAll(network, warmUp)
}

/** Each load for each number of nodes. */
function loadsOf(measured: readonly Measured[]): [name: string, costs: TradeCosts][] {
	return measured.flatMap(({ nodes, costs }) =>
		costs.map((of, place): [string, TradeCosts] => [`${count(nodes)}, ${loads[place]?.name}`, of]),
	)
}

function count(nodes: number): string {
	return nodes === 1 ? '1 node' : `${nodes} nodes`
}

function printTrades(measured: readonly Measured[]): void {
	const head = [
		'',
		'trades a second',
		'order → maker, p50',
		'p99',
		'orders a match',
		'pair’s lock held',
		'what ends first',
	]
	printTable(
		head,
		loadsOf(measured).map(([name, costs]) => [
			name,
			costs.perSecond.toFixed(1),
			milliseconds(costs.p50Ms),
			milliseconds(costs.p99Ms),
			costs.ordersPerMatch.toFixed(1),
			`${Math.round(100 * costs.lockHeld)} %`,
			costs.endsFirst,
		]),
	)
}

function printProcessors(measured: readonly Measured[]): void {
	const head = ['a trade', 'service', 'PostgreSQL', 'NATS', 'commits', 'syncs of the log', 'bytes on the bus']
	printTable(
		head,
		loadsOf(measured).map(([name, costs]) => [
			name,
			milliseconds(costs.serviceMs),
			milliseconds(costs.postgresMs),
			milliseconds(costs.natsMs),
			costs.commits.toFixed(2),
			costs.syncs.toFixed(2),
			costs.busBytes.toFixed(0),
		]),
	)
}

/** What a trade at the first node costs each of them. */
function printNodes(measured: readonly Measured[]): void {
	const rows = measured.flatMap(({ nodes, atNodes }) =>
		atNodes.map(({ cpuMs, messages, statements }, place) => [
			`${count(nodes)}: node ${place + 1}`,
			milliseconds(cpuMs),
			messages.toFixed(2),
			statements.toFixed(2),
		]),
	)
	printTable(['a trade at node 1 costs', 'processor time', 'messages to PostgreSQL', 'statements'], rows)
}

function printFanOut(measured: readonly Measured[]): void {
	const row = (name: string, read: (of: Measured) => string) => [name, ...measured.map(read)]
	const us = (value: number) => (Number.isNaN(value) ? '' : `${value.toFixed(1)} µs`)
	const toReader = (share: number) => (of: Measured) => milliseconds(percentile(of.events.changeToReaderMs, share))
	printTable(
		['', ...measured.map(({ nodes }) => count(nodes))],
		[
			row('bundles to one solver a second', ({ solvers }) => solvers.perSecond.toFixed(0)),
			row('— processor time each', ({ solvers }) => us(solvers.messageUs)),
			row('book events to one reader a second', ({ events }) => events.perSecond.toFixed(0)),
			row('— processor time each', ({ events }) => us(events.eventUs)),
			row('book sent at one node → reader at the last node, p50', toReader(0.5)),
			row('— p99', toReader(0.99)),
			row('book change: bytes on the bus', ({ books }) => books.bytes.toFixed(0)),
			row('— bytes from the bus to all nodes', ({ books }) => books.passedOnBytes.toFixed(0)),
			row('— processor time of its own node', ({ books }) => us(books.ownUs)),
			row('— of each other node', ({ books }) => us(books.otherUs)),
			row('— of NATS', ({ books }) => us(books.natsUs)),
		],
	)
}
