import { formatTable } from '../table.ts'
import { type Costs, shown } from './costs.ts'
import { ledgerLimits } from './ledger-simulation.ts'

/** The load that the service must carry. */
const demand = {
	ordersPerS: 10_000,
	makers: 1_000,
	booksPerSOfMaker: 20,
	readers: 100_000,
	/** A shown book changes at most every 20 ms. */
	eventsPerSOfReader: 50,
	solvers: 100,
}
const booksPerS = demand.makers * demand.booksPerSOfMaker
/** The fraction of a core to use, so that bursts do not wait long. */
const usedShare = 0.7
/** Connections that a node admits (`limits.connections`). */
const connectionsPerNode = 10_000
const ordersOfMatchMax = 16

type Need = { readonly what: string; readonly rate: string; readonly needs: string }

/** How many cores an activity takes, from its cost in milliseconds and its rate per second. */
function cores(ms: number | null, perS: number): number | null {
	return ms === null ? null : (ms * perS) / 1000 / usedShare
}

/**
 * The nodes needed for the work of their main threads: the trades, and every maker's book at every node. Null if one
 * cannot do its books alone.
 */
export function nodesFor({ serviceMsPerTrade, otherBookUs }: Costs): number | null {
	if (serviceMsPerTrade === null || otherBookUs === null) return null
	const leftOfCore = usedShare - (otherBookUs * booksPerS) / 1e6
	return leftOfCore <= 0 ? null : Math.ceil((serviceMsPerTrade * demand.ordersPerS) / 1000 / leftOfCore)
}

/** The most orders a second that one pair's lock lets through: full matches, one after the other. */
export function ordersPerSOfLock({ lockMsPerMatch, lockMsPerOrder }: Costs): number | null {
	if (lockMsPerMatch === null || lockMsPerOrder === null) return null
	return (1000 * ordersOfMatchMax) / (lockMsPerMatch + ordersOfMatchMax * lockMsPerOrder)
}

export function needsTable(costs: Costs): string {
	const rows = [...orderNeeds(costs), ...bookNeeds(costs), ...readerNeeds(costs)]
	return formatTable(
		['what', 'how often', 'needs'],
		rows.map(({ what, rate, needs }) => [what, rate, needs]),
	)
}

function orderNeeds(costs: Costs): Need[] {
	const { ordersPerS } = demand
	const rate = `${shown(ordersPerS)} orders a second`
	const { transactionsPerS, tradesPerTransaction } = ledgerLimits
	const lock = ordersPerSOfLock(costs)
	const syncs = costs.syncsPerTrade === null ? null : costs.syncsPerTrade * ordersPerS
	const bus = costs.busBytesPerTrade === null ? null : (costs.busBytesPerTrade * ordersPerS) / 1e6
	return [
		{
			what: 'the ledger',
			rate,
			needs: `${shown(ordersPerS / (transactionsPerS * tradesPerTransaction))} times what one Radix network commits`,
		},
		{
			what: 'one pair’s lock',
			rate,
			needs: `${shown(lock === null ? null : Math.ceil(ordersPerS / lock))} pairs, each with ${shown(lock)} orders a second at most`,
		},
		{
			what: 'processors of PostgreSQL',
			rate,
			needs: `${shown(cores(costs.postgresMsPerTrade, ordersPerS))} cores of one server`,
		},
		{ what: 'PostgreSQL’s log', rate, needs: `${shown(syncs)} syncs a second, fewer as more commits share one` },
		{ what: 'processors of the service', rate, needs: `${shown(cores(costs.serviceMsPerTrade, ordersPerS))} cores` },
		{ what: 'the bus, for orders', rate, needs: `${shown(bus)} MB a second to each node` },
	]
}

function bookNeeds(costs: Costs): Need[] {
	const rate = `${shown(booksPerS)} books a second`
	const nodes = nodesFor(costs)
	const taken = costs.otherBookUs === null ? null : (costs.otherBookUs * booksPerS) / 1e6
	const bytes = costs.busBytesPerBook === null ? null : (costs.busBytesPerBook * booksPerS) / 1e6
	const nats =
		nodes === null || costs.natsUsPerBookPassedOn === null
			? null
			: cores((costs.natsUsPerBookPassedOn * (nodes - 1)) / 1000, booksPerS)
	return [
		{
			what: 'every node, which has all books',
			rate,
			needs: `${shown(taken)} of its one core, however many nodes there are`,
		},
		{ what: 'nodes, for orders and books', rate, needs: nodesNeeded(costs) },
		{ what: 'the bus, for books', rate, needs: `${shown(bytes)} MB a second to each node` },
		{ what: 'processors of NATS', rate, needs: `${shown(nats)} cores, if it passes all on to that many nodes` },
	]
}

function nodesNeeded(costs: Costs): string {
	const nodes = nodesFor(costs)
	const isKnown = costs.serviceMsPerTrade !== null && costs.otherBookUs !== null
	return nodes === null && isKnown ? 'no number of nodes: one cannot take so many books' : `${shown(nodes)} nodes`
}

function readerNeeds({ streamEventUs, solverMessageUs }: Costs): Need[] {
	const { readers, eventsPerSOfReader, ordersPerS, solvers } = demand
	const events = streamEventUs === null ? null : cores(streamEventUs / 1000, readers * eventsPerSOfReader)
	const bundles = solverMessageUs === null ? null : cores(solverMessageUs / 1000, ordersPerS * solvers)
	return [
		{
			what: 'event streams',
			rate: `${shown(readers)} readers, ${eventsPerSOfReader} events a second each`,
			needs: `${shown(events)} cores; ${shown(readers / connectionsPerNode)} nodes by their connections`,
		},
		{
			what: 'solvers',
			rate: `${solvers} solvers, ${shown(ordersPerS)} bundles a second`,
			needs: `${shown(bundles)} cores`,
		},
	]
}
