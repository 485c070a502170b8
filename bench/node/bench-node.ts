import { setTimeout as pause } from 'node:timers/promises'
import { onEachDatabase, type Place } from '../settle/databases.ts'
import { monotonicMs } from '../settle/monotonic.ts'
import { type SplitNetwork, startSplitNetwork } from '../settle/split-network.ts'
import { type Load, signBefore, tradeAtOnce } from '../settle/trades.ts'
import { printTable } from '../table.ts'

// By then the service's code is compiled, and PostgreSQL's plans are made.
const warmUp = { trades: 1000, inFlight: 64 }
const loads = [
	{ trades: 300, inFlight: 1 },
	{ trades: 2000, inFlight: 64 },
]

// By then the last orders have ended, and PostgreSQL's processes, which do so about once a second, have reported what they did.
const reportedWithinMs = 2_500
const restMs = 5_000

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
	const network = await startSplitNetwork({ isTimed: false, ledger: 'stand-in', ...place.options })
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
	const { service } = network
	const used = async () => ({ service: await service.cpuMs(), database: place.databaseMs() })
	const counted = async (): Promise<Counted> => {
		await pause(reportedWithinMs)
		const syncs = place.isEmbedded ? 0 : Number(await service.ask('syncs'))
		return { atMs: monotonicMs(), commits: Number(await service.ask('commits')), syncs }
	}
	const signOrder = signBefore(network, load.trades)
	const atRest = await counted()
	await pause(restMs)
	const start = await counted()
	const before = await used()
	const perSecond = await tradeAtOnce(network, load, signOrder)
	const after = await used()
	const end = await counted()
	const spent = {
		service: after.service - before.service,
		database: after.database - before.database,
		commits: moreThanAtRest('commits', { atRest, start, end }),
		syncs: moreThanAtRest('syncs', { atRest, start, end }),
	}
	const perTrade = (what: keyof typeof spent) => (spent[what] / load.trades).toFixed(2)
	const database = place.isEmbedded ? 'in the service’s' : perTrade('database')
	const costs = [perTrade('service'), database, perTrade('commits'), place.isEmbedded ? '' : perTrade('syncs')]
	return [`${place.name}, ${load.inFlight} in flight`, perSecond.toFixed(1), ...costs]
}

type Counted = { readonly atMs: number; readonly commits: number; readonly syncs: number }
type Counts = Readonly<Record<'atRest' | 'start' | 'end', Counted>>

/** What was done between start and end, without what a service at rest does in that time. */
function moreThanAtRest(what: 'commits' | 'syncs', { atRest, start, end }: Counts): number {
	const perMs = (start[what] - atRest[what]) / (start.atMs - atRest.atMs)
	return end[what] - start[what] - perMs * (end.atMs - start.atMs)
}
