import { setTimeout as pause } from 'node:timers/promises'
import { mebibytes } from '../percentile.ts'
import { memoryBytes } from '../process-tree.ts'
import { printTable } from '../table.ts'
import type { Memory } from './service-main.ts'
import { type SplitNetwork, startSplitNetwork } from './split-network.ts'
import { tradeAtOnce } from './trades.ts'

const points = [1_000, 2_500, 5_000, 10_000, 20_000]
const settledWithinMs = 30_000

type Load = { readonly orders: number; readonly inFlight: number; readonly ledger?: 'stand-in' }

const usual: Load = { orders: 10_000, inFlight: 32 }
/** The service's full capacity, since the ledger answers at once. */
const full: Load = { orders: 20_000, inFlight: 64, ledger: 'stand-in' }

/**
 * The memory of the service's process and its database's at rest and after many settled orders; `ACCORD_BENCH_ORDERS`
 * sets how many, `memory=full` runs at full capacity.
 */
export async function benchMemory(part?: string): Promise<void> {
	const { inFlight, ledger, ...load } = part === 'full' ? full : usual
	const orders = Number(process.env.ACCORD_BENCH_ORDERS ?? load.orders)
	const network = await startSplitNetwork({ isTimed: false, ...(ledger === undefined ? {} : { ledger }) })
	try {
		const rows = [await row(network, 0, '')]
		for (const [from, to] of steps(orders)) {
			const rate = await tradeAtOnce(network, { trades: to - from, inFlight })
			rows.push(await row(network, to, rate.toFixed(1)))
			console.error(rows.at(-1)?.join(', '))
		}
		const ofService = ['V8 heap collected', 'external', 'array buffers']
		printTable(['orders settled', 'service', 'database', 'together', ...ofService, 'trades a second'], rows)
	} finally {
		await network.stop()
	}
}

/** From one point to the next, up to the requested number of orders. */
function steps(orders: number): (readonly [from: number, to: number])[] {
	const ends = [...points.filter(point => point < orders), orders]
	return ends.map((to, at) => [ends[at - 1] ?? 0, to] as const)
}

async function row(network: SplitNetwork, traded: number, rate: string): Promise<string[]> {
	await untilSettled(network, traded)
	const { rss, heapUsed, external, arrayBuffers } = (await network.service.ask('memory')) as Memory
	const ofDatabase = memoryBytes(network.databaseFolder)
	const all = [rss, ofDatabase, rss + ofDatabase, heapUsed, external, arrayBuffers]
	return [String(traded), ...all.map(mebibytes), rate]
}

/** The service learns of a commit on the ledger a moment later. */
async function untilSettled({ service }: SplitNetwork, count: number): Promise<void> {
	const deadlineMs = Date.now() + settledWithinMs
	while ((await service.ask('settled')) !== count) {
		if (Date.now() > deadlineMs) throw new Error(`the service does not see ${count} orders settled`)
		await pause(100)
	}
}
