import { formatTable } from '../table.ts'
import { type Costs, costsTable, readCosts, shown } from './costs.ts'
import { simulateLedger } from './ledger-simulation.ts'
import { simulateMatching } from './match-simulation.ts'
import { needsTable } from './needs.ts'

const tradesPerS = [300, 400, 500, 10_000]
const matchLoads = [
	...[300, 1_000].map(ordersPerS => ({ ordersPerS, nodes: 3, pairs: 1 })),
	...[300, 1_000].map(ordersPerS => ({ ordersPerS, nodes: 3, pairs: 20 })),
	...[1, 100].map(pairs => ({ ordersPerS: 10_000, nodes: 100, pairs })),
]

/** The tables of docs/scale.md by their headings. */
export function scaleTables(costs: Costs): Readonly<Record<string, string>> {
	return {
		costs: costsTable(costs),
		needs: needsTable(costs),
		matching: matchingTable(costs),
	}
}

/** Prints them as in docs/scale.md, and what the ledger alone would settle. */
export async function printScale(): Promise<void> {
	const tables = { ...scaleTables(readCosts()), ledger: ledgerTable() }
	for (const [name, table] of Object.entries(tables)) console.log(`## ${name}\n\n${table}\n`)
}

function matchingTable({ serviceMsPerTrade, lockMsPerMatch, lockMsPerOrder }: Costs): string {
	const head = ['nodes', 'pairs', 'orders a second', 'matched', 'refused', 'order → maker, p50', 'p99']
	const rows = matchLoads.map(load => {
		const { nodes, pairs, ordersPerS } = load
		const sizes = [shown(nodes), shown(pairs), shown(ordersPerS)]
		if (serviceMsPerTrade === null || lockMsPerMatch === null || lockMsPerOrder === null)
			return [...sizes, '—', '—', '—', '—']
		const matched = simulateMatching(load, { serviceMsPerTrade, lockMsPerMatch, lockMsPerOrder })
		return [
			...sizes,
			shown(matched.matchedPerS),
			shown(matched.refusedPerS),
			`${shown(matched.p50Ms)} ms`,
			`${shown(matched.p99Ms)} ms`,
		]
	})
	return formatTable(head, rows)
}

function ledgerTable(): string {
	return formatTable(
		['trades a second', 'settled', 'expired', 'median wait of those that settle'],
		tradesPerS.map(rate => {
			const { settledPerS, expiredPerS, waitS } = simulateLedger(rate)
			return [shown(rate), shown(settledPerS), shown(expiredPerS), `${waitS.toFixed(1)} s`]
		}),
	)
}
