import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { startEmbedded } from '@accord/service'
import { Kysely, sql } from 'kysely'
import { postgresDialect } from '../../packages/service/src/db/postgres-sessions.ts'
import { Served } from '../served/served.ts'
import { removeFolder, temporaryFolder } from '../temporary-folder.ts'
import { type Cost, printCosts } from './cost-table.ts'
import { Crowd } from './crowd.ts'
import { endedOrderId, namedTrades } from './ended-rows.ts'
import { writeEndedTrades } from './ended-trades.ts'
import { readCost } from './history-load.ts'
import { makerKey } from './large-market.ts'
import type { LargeNetwork, LargeNetworkArgument } from './network-main.ts'
import type { Run } from './rebuilt-indexes.ts'

/** How many ended trades there are in the end. */
const endedMax = Number(process.env.ACCORD_BENCH_ENDED ?? 300_000)
const what = 'ended trades'
/** The first maker that only quotes: the ended trades are its own. */
const maker = { place: 1, makerId: 'maker-2' }

/** What trading and reading cost with this many ended trades; each size has its own database. */
export async function growByEndedTrades(part: string): Promise<void> {
	if (!what.startsWith(part)) return
	const sizes = [0, endedMax / 100, endedMax / 10, endedMax]
	const costs: Cost[] = []
	for (const size of sizes) {
		costs.push(await costWith(size))
		console.error(what, size, costs.at(-1))
	}
	printCosts(what, sizes, costs)
}

/** The service makes its tables and registers its makers before the trades are written, and is not running while they are. */
async function costWith(count: number): Promise<Cost> {
	const directory = temporaryFolder()
	const argument: LargeNetworkArgument = { makers: 1_000, pairs: 100, directory }
	const start = () => Served.start<LargeNetwork>(new URL('./network-main.ts', import.meta.url), argument)
	try {
		await (await start()).stop()
		if (count > 0) await writeUnsynced(join(directory, 'database'), count)
		const service = await start()
		const cost = await measure(service, count)
		await service.stop()
		return cost
	} finally {
		removeFolder(directory)
	}
}

async function measure(service: Served<LargeNetwork>, count: number): Promise<Cost> {
	const crowd = new Crowd(service)
	// The first trades only warm up.
	await service.ask('trade')
	const cost = await crowd.cost({ makers: 1, pairs: 1, levels: 10 })
	const traded = String(await service.ask('anOrder'))
	const named = namedTrades(count)
	const orderId = () => (count === 0 ? traded : endedOrderId(named[Math.floor(Math.random() * named.length)] ?? 0))
	const more = await readCost(service.ready, { apiKey: makerKey(maker.place), orderId })
	crowd.close()
	return { ...cost, more: { 'start of the service and its ledger': service.ready.startedInMs, ...more } }
}

const hourMs = 3_600_000
const patient = {
	statementWithinMs: 3 * hourMs,
	lockedWithinMs: 60_000,
	idleWithinMs: hourMs,
	connectionsMax: 2,
	waitingMax: 100,
}
/** While there are only the rows, a crash would only mean starting again. */
const whileWriting = {
	fsync: 'off',
	full_page_writes: 'off',
	max_wal_size: '2GB',
	checkpoint_timeout: '1h',
	autovacuum: 'off',
	maintenance_work_mem: '1GB',
	max_parallel_maintenance_workers: '0',
}

/** When it returns, nothing of it is left to be synced, vacuumed or analyzed. */
async function writeUnsynced(directory: string, count: number): Promise<void> {
	const { url, stop } = await startEmbedded(directory, { settings: whileWriting })
	const db = new Kysely<never>({
		dialect: postgresDialect({ hosts: { current: url }, ...patient, allowed: async () => {}, admit: async () => {} }),
	})
	const run: Run = async statement => (await sql.raw<Record<string, unknown>>(statement).execute(db)).rows
	try {
		await writeEndedTrades([run, run], { count, makerId: maker.makerId, nowMs: Date.now() })
		await run('checkpoint')
		const [size] = await run('select pg_size_pretty(pg_database_size(current_database())) as size')
		console.log(`${count} ended trades: ${size?.size}`)
	} finally {
		await db.destroy()
		await stop()
	}
	execFileSync('sync')
}
