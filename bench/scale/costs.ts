import { readFileSync } from 'node:fs'
import { formatTable } from '../table.ts'

/**
 * What was measured, and by which benchmark. A figure that no run has produced yet is null, and so is everything derived
 * from it.
 */
const measured = {
	serviceMsPerTrade: ['processor time of the service for a trade, ms', 'cluster, node'],
	postgresMsPerTrade: ['processor time of PostgreSQL for a trade, ms', 'cluster, node'],
	syncsPerTrade: ['syncs of PostgreSQL’s log for a trade', 'cluster'],
	busBytesPerTrade: ['bytes on the bus for a trade', 'cluster'],
	lockMsPerMatch: ['the pair’s lock is held for a match, ms', 'cluster'],
	lockMsPerOrder: ['— and for each order of the match, ms', 'cluster'],
	ownBookUs: ['a book of 50 levels a side at the node that it was sent to, µs', 'cluster, ingest'],
	otherBookUs: ['— at each other node, µs', 'cluster'],
	busBytesPerBook: ['— on the bus, bytes', 'cluster'],
	natsUsPerBookPassedOn: ['— processor time of NATS for each node that it is passed on to, µs', 'cluster'],
	solverMessageUs: ['a bundle to one solver, µs', 'cluster, broadcast'],
	streamEventUs: ['a book event to one reader of a stream, µs', 'cluster'],
} as const satisfies Record<string, readonly [what: string, bench: string]>

type Cost = keyof typeof measured
const names = Object.keys(measured) as Cost[]

export type Costs = Readonly<Record<Cost, number | null>>

/** The costs of `costs.json`, which `npm run bench -- cluster` prints. @throws Error for a missing or unknown one */
export function readCosts(): Costs {
	const given = JSON.parse(readFileSync(new URL('./costs.json', import.meta.url), 'utf8')) as Record<string, unknown>
	const faults = [
		...names.filter(name => given[name] !== null && !(typeof given[name] === 'number' && given[name] >= 0)),
		...Object.keys(given).filter(name => !(name in measured)),
	]
	if (faults.length > 0) throw new Error(`costs.json: missing, wrong or unknown: ${faults.join(', ')}`)
	return given as Costs
}

/** The costs in `costs.json`. */
export function formatCosts(costs: Costs): string {
	const rounded = names.map(name => [name, costs[name] === null ? null : Number(costs[name].toPrecision(3))])
	return JSON.stringify(Object.fromEntries(rounded), undefined, '\t')
}

export function costsTable(costs: Costs): string {
	const rows = names.map(name => [measured[name][0], shown(costs[name]), `\`${measured[name][1]}\``])
	return formatTable(['cost', 'value', 'measured by'], rows)
}

/** A figure with three significant digits; — if it cannot be derived from the measurements. */
export function shown(value: number | null): string {
	if (value === null || Number.isNaN(value)) return '—'
	return Number(value.toPrecision(3)).toLocaleString('en', { maximumFractionDigits: 9 })
}

type MatchLoad = { readonly lockMs: number; readonly ordersPerMatch: number }

/** How long a lock is held for a match and for each of its orders, from matches of one order and of several. */
export function lockCosts({ alone, together }: { alone: MatchLoad; together: MatchLoad }) {
	const matchMs = together.lockMs * together.ordersPerMatch
	const more = together.ordersPerMatch - 1
	// Not more than the whole: under load a match also waits for processors, which a single one does not.
	const orderMs = more > 0 ? Math.min(together.lockMs, Math.max(0, (matchMs - alone.lockMs) / more)) : 0
	return { lockMsPerMatch: Math.max(0, alone.lockMs - orderMs), lockMsPerOrder: orderMs }
}
