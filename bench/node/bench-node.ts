import { onEachDatabase, type Place } from '../settle/databases.ts'
import { type SplitNetwork, startSplitNetwork } from '../settle/split-network.ts'
import { type Load, signBefore, tradeAtOnce } from '../settle/trades.ts'
import { printTable } from '../table.ts'

// By then the service's code is compiled, and PostgreSQL's plans are made.
const warmUp = { trades: 1000, inFlight: 64 }
const loads = [
	{ trades: 100, inFlight: 1 },
	{ trades: 2000, inFlight: 64 },
]

/** What one node does with a ledger that answers at once: trades a second; processor time, commits and syncs a trade; on both databases. */
export async function benchNode(): Promise<void> {
	const rows: string[][] = []
	await onEachDatabase(async place => {
		rows.push(...(await measure(place)))
	})
	const costs = ['service’s ms a trade', 'database’s ms a trade', 'commits a trade', 'syncs of the log a trade']
	printTable(['', 'trades a second', ...costs], rows)
}

async function measure(place: Place): Promise<string[][]> {
	const network = await startSplitNetwork({
		isTimed: false,
		ledger: 'stand-in',
		...(place.url === undefined ? {} : { databaseUrl: place.url }),
	})
	try {
		await tradeAtOnce(network, warmUp)
		const rows: string[][] = []
		for (const load of loads) rows.push(await row(network, place, load))
		return rows
	} finally {
		await network.stop()
	}
}

async function row(network: SplitNetwork, place: Place, load: Load): Promise<string[]> {
	const used = async () => ({
		service: await network.service.cpuMs(),
		database: place.databaseMs(),
		commits: Number(await network.service.ask('commits')),
		syncs: place.url === undefined ? 0 : Number(await network.service.ask('syncs')),
	})
	const signOrder = signBefore(network, load.trades)
	const before = await used()
	const perSecond = await tradeAtOnce(network, load, signOrder)
	const after = await used()
	const perTrade = (of: keyof typeof after) => ((after[of] - before[of]) / load.trades).toFixed(2)
	const isEmbedded = place.url === undefined
	const database = isEmbedded ? 'in the service’s' : perTrade('database')
	const costs = [perTrade('service'), database, perTrade('commits'), isEmbedded ? '' : perTrade('syncs')]
	return [`${place.name}, ${load.inFlight} in flight`, perSecond.toFixed(1), ...costs]
}
