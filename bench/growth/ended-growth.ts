import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { type Database, openDatabase } from '@accord/service'
import { Kysely, sql } from 'kysely'
import { postgresDialect } from '../../packages/service/src/db/postgres-sessions.ts'
import { type PostgresServer, postgresPrograms, startPostgres } from '../../test/fixtures/postgres.ts'
import { Served } from '../served/served.ts'
import { removeFolder, temporaryFolder } from '../temporary-folder.ts'
import { type Cost, printCosts } from './cost-table.ts'
import { Crowd } from './crowd.ts'
import { endedOrderId } from './ended-rows.ts'
import { writeEndedTrades } from './ended-trades.ts'
import { readCost } from './history-load.ts'
import { makerKey } from './large-market.ts'
import type { LargeNetwork, LargeNetworkArgument } from './network-main.ts'
import type { Run } from './rebuilt-indexes.ts'

const usualMax = 300_000
/** How many ended trades there are at last; the embedded database has no more than usual. */
const endedMax = Number(process.env.ACCORD_BENCH_ENDED ?? usualMax)
const embedded = 'ended trades'
const ofServer = 'ended trades on PostgreSQL'
/** The first maker that only quotes: the ended trades are its. */
const maker = { place: 1, makerId: 'maker-2' }

type Trades = { readonly count: number; readonly makerId: string; readonly nowMs: number }
type Place = {
	readonly settings: Pick<LargeNetworkArgument, 'databaseUrl'>
	write(directory: string, trades: Trades): Promise<void>
}

/** What trading and reading cost with so many ended trades, on both databases; each size has a database of its own. */
export async function growByEndedTrades(part: string): Promise<void> {
	if (embedded.startsWith(part))
		await printGrowth(embedded, Math.min(endedMax, usualMax), async size => await costWith(size, pglite))
	if (!ofServer.startsWith(part)) return
	const programs = postgresPrograms()
	if (programs === undefined) return console.log('PostgreSQL is not installed: skipped')
	await printGrowth(ofServer, endedMax, async size => {
		const server = await startPostgres(programs)
		try {
			// Bytes are sorted several times as fast as words of a language are, and ids are no words.
			await onServer(server.url, async run => void (await run(`create database bench template template0 locale 'C'`)))
			return await costWith(size, postgres(server))
		} finally {
			await server.stop()
		}
	})
}

async function printGrowth(what: string, max: number, costOf: (size: number) => Promise<Cost>): Promise<void> {
	const sizes = [0, max / 100, max / 10, max]
	const costs: Cost[] = []
	for (const size of sizes) {
		costs.push(await costOf(size))
		console.error(what, size, costs.at(-1))
	}
	printCosts(what, sizes, costs)
}

/** The service makes its tables and knows its makers before the trades are written, and is not there while they are. */
async function costWith(count: number, { settings, write }: Place): Promise<Cost> {
	const directory = temporaryFolder()
	const argument: LargeNetworkArgument = { makers: 1_000, pairs: 100, directory, ...settings }
	const start = () => Served.start<LargeNetwork>(new URL('./network-main.ts', import.meta.url), argument)
	try {
		await (await start()).stop()
		if (count > 0) await write(directory, { count, makerId: maker.makerId, nowMs: Date.now() })
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
	const orderId = () => (count === 0 ? traded : endedOrderId(Math.floor(Math.random() * count)))
	const more = await readCost(service.ready, { apiKey: makerKey(maker.place), orderId })
	crowd.close()
	return { ...cost, more: { 'start of the service and its ledger': service.ready.startedInMs, ...more } }
}

const pglite: Place = {
	settings: {},
	write: async (directory, trades) => {
		const opened = await openDatabase({ kind: 'pglite', directory: join(directory, 'database') })
		await writeEndedTrades([runOn(opened.db)], trades)
		await opened.close()
	},
}

function postgres(server: PostgresServer): Place {
	return { settings: { databaseUrl: database(server) }, write: (_directory, trades) => writeUnsynced(server, trades) }
}

const hourMs = 3_600_000
const patient = { statementWithinMs: 3 * hourMs, lockedWithinMs: 60_000, connectionsMax: 2, waitingMax: 100 }
/** While nothing but the rows is there, a crash would only mean to begin again. */
const whileWriting = {
	fsync: 'off',
	full_page_writes: 'off',
	wal_level: 'minimal',
	max_wal_senders: '0',
	max_wal_size: '2GB',
	checkpoint_timeout: '1h',
	autovacuum: 'off',
	maintenance_work_mem: '1GB',
	max_parallel_maintenance_workers: '0',
}

function database({ url }: PostgresServer): string {
	return url.replace('///postgres?', '///bench?')
}

/** Nothing of it is left to be synced, vacuumed or analyzed when it returns, and the server has its own settings again. */
async function writeUnsynced(server: PostgresServer, trades: Trades): Promise<void> {
	await onServer(server.url, async run => {
		for (const [setting, value] of Object.entries(whileWriting)) await run(`alter system set ${setting} = '${value}'`)
	})
	await server.crash()
	await onServer(database(server), async run => {
		await writeEndedTrades([run, run], trades)
		await run('checkpoint')
		await run('alter system reset all')
		const [size] = await run('select pg_size_pretty(pg_database_size(current_database())) as size')
		console.log(`${trades.count} ended trades: ${size?.size}`)
	})
	execFileSync('sync')
	await server.crash()
}

async function onServer(url: string, work: (run: Run) => Promise<void>): Promise<void> {
	const db = new Kysely<never>({ dialect: postgresDialect({ url, ...patient, allowed: async () => {} }) })
	await work(runOn(db))
	await db.destroy()
}

function runOn(db: Database | Kysely<never>): Run {
	return async statement => (await sql.raw<Record<string, unknown>>(statement).execute(db)).rows
}
