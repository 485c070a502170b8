import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { mebibytes } from '../percentile.ts'
import { memoryBytes, processorMs } from '../process-tree.ts'
import type { bytesOf } from '../settle/database-counts.ts'
import { monotonicMs } from '../settle/monotonic.ts'
import type { Memory } from '../settle/service-main.ts'
import { type SplitNetwork, startSplitNetwork } from '../settle/split-network.ts'
import { type Load, signBefore, tradeAtOnce } from '../settle/trades.ts'
import { printTable } from '../table.ts'

// By then the service's code is compiled, and the database's plans are made.
const warmUp = { trades: 1000, inFlight: 64 }
const loads = [
	{ trades: 300, inFlight: 1 },
	{ trades: 2000, inFlight: 64 },
] as const

// By then the last orders have ended, and the database's processes, which report about once a second, have reported their
// work.
const reportedWithinMs = 2_500
const restMs = 5_000

/**
 * What one node does with a ledger that answers at once: trades a second; processor time, commits and syncs a trade;
 * memory. `traced`: the same beside nodes that send all their spans, or every twentieth trace.
 */
export async function benchNode(part?: string): Promise<void> {
	if (part === 'traced') {
		await benchTracing()
		return
	}
	const network = await startSplitNetwork({ isTimed: false, ledger: 'stand-in' })
	try {
		await tradeAtOnce(network, warmUp)
		const rows: string[][] = []
		for (const load of loads) rows.push(await row(network, load))
		printTable(['', ...columns], rows)
		printTable(['kept in', 'bytes a trade'], await keptRows(network))
	} finally {
		await network.stop()
	}
}

const costs = ['service’s ms a trade', 'database’s ms a trade', 'commits a trade', 'syncs of the log a trade']
const columns = ['trades a second', ...costs, 'service’s memory', 'database’s memory']

async function benchTracing(): Promise<void> {
	const receiver = createServer((request, response) => request.resume().on('end', () => response.end('{}')))
	await once(receiver.listen(0, '127.0.0.1'), 'listening')
	const { port } = receiver.address() as AddressInfo
	const shares = [0, 0.05, 1]
	const rows = new Map<number, string[][]>(shares.map(share => [share, []]))
	// Twice, in both orders, because a machine’s speed changes.
	for (const share of [...shares, ...shares.toReversed()]) {
		// For the service’s process, which inherits them.
		process.env.OTEL_EXPORTER_OTLP_ENDPOINT = share === 0 ? '' : `http://127.0.0.1:${port}`
		process.env.OTEL_TRACES_SAMPLER = 'parentbased_traceidratio'
		process.env.OTEL_TRACES_SAMPLER_ARG = `${share}`
		const network = await startSplitNetwork({ isTimed: false, ledger: 'stand-in' })
		try {
			await tradeAtOnce(network, warmUp)
			const [, load] = loads
			const [, ...figures] = await row(network, load)
			rows.get(share)?.push([`${share * 100} %`, ...figures])
		} finally {
			await network.stop()
		}
	}
	receiver.close()
	printTable(['traces sent', ...columns], [...rows.values()].flat())
}

/** What is kept of a trade in each table and index, the largest first. */
async function keptRows({ service }: SplitNetwork): Promise<string[][]> {
	await service.ask('audit')
	const settled = Number(await service.ask('settled'))
	const bytes = Object.entries((await service.ask('bytes')) as Awaited<ReturnType<typeof bytesOf>>)
	const all = ['all', bytes.reduce((sum, [, size]) => sum + size, 0)] as const
	const ofTrade = [all, ...bytes.toSorted(([, a], [, b]) => b - a)].map(
		([name, size]) => [name, size / settled] as const,
	)
	return ofTrade.filter(([, size]) => size >= 10).map(([name, size]) => [name, size.toFixed(0)])
}

async function row(network: SplitNetwork, load: Load): Promise<string[]> {
	const { service, databaseFolder } = network
	const used = async () => ({ service: await service.cpuMs(), database: processorMs(databaseFolder) })
	const counted = async (): Promise<Counted> => {
		await pause(reportedWithinMs)
		const [commits, syncs] = [Number(await service.ask('commits')), Number(await service.ask('syncs'))]
		return { atMs: monotonicMs(), commits, syncs }
	}
	const atRest = await counted()
	await pause(restMs)
	const start = await counted()
	const signOrder = signBefore(network, load.trades)
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
	const costs = Object.values(spent).map(much => (much / load.trades).toFixed(2))
	const { rss } = (await service.ask('memory')) as Memory
	const memory = [rss, memoryBytes(databaseFolder)].map(mebibytes)
	return [`${load.inFlight} in flight`, perSecond.toFixed(1), ...costs, ...memory]
}

type Counted = { readonly atMs: number; readonly commits: number; readonly syncs: number }
type Counts = Readonly<Record<'atRest' | 'start' | 'end', Counted>>

/** The work between start and end, less that of a service at rest in the same time. */
function moreThanAtRest(what: 'commits' | 'syncs', { atRest, start, end }: Counts): number {
	const perMs = (start[what] - atRest[what]) / (start.atMs - atRest.atMs)
	return end[what] - start[what] - perMs * (end.atMs - start.atMs)
}
