import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { derivePrivateKey, type Markers, playSeed, wallClock } from '@accord/ledger'
import { type AuditRecord, auditEntriesMax, type OrderState, type Token } from '@accord/protocol'
import { type Database, type OpenDatabase, openDatabase, parseConfig, startService } from '@accord/service'
import { sql } from 'kysely'
import { pino } from 'pino'
import { hasUnchained } from '../../packages/service/src/audit/audit-table.ts'
import { auditPage } from '../../packages/service/src/audit/read-log.ts'
import { openTracing } from '../../packages/service/src/telemetry/tracing.ts'
import { memoryBytes } from '../process-tree.ts'
import { highLimits } from '../served/network.ts'
import { serve } from '../served/serve.ts'
import { bareStatements } from './bare-statement.ts'
import { bytesOf, commitsOf, syncsOf } from './database-counts.ts'
import { recordMessages } from './database-messages.ts'
import { Stopwatch } from './stopwatch.ts'
import { TimedGateway } from './timed-gateway.ts'

export type ServiceArgument = {
	readonly gatewayUrl: string
	readonly tokens: readonly Token[]
	readonly markers: Markers
	readonly makers: readonly { readonly name: string; readonly account: string; readonly apiKey: string }[]
	readonly directory: string
	/** Whether messages to the database and calls to the ledger are timed. */
	readonly isTimed: boolean
	/** Instead of limits that no one reaches. */
	readonly settings?: Record<string, unknown>
}
export type ServiceReady = { readonly url: string }
export type Held = {
	readonly descriptors: number
	readonly diskBytes: number
	/** Of the database's processes, too. */
	readonly residentBytes: number
}
export type Memory = Pick<NodeJS.MemoryUsage, 'rss' | 'heapUsed' | 'external' | 'arrayBuffers'>

/** The service in its own process, with nothing else in it. */
serve(async (argument: ServiceArgument) => {
	const stopwatch = new Stopwatch()
	const own = await openDatabase({ directory: argument.directory })
	const { db } = own
	if (argument.isTimed) recordMessages(stopwatch)
	const gateway = argument.isTimed ? { gateway: new TimedGateway(argument.gatewayUrl, stopwatch) } : {}
	const service = await startService(parseConfig(settingsOf(argument)), {
		clock: wallClock,
		log: pino({ level: 'warn' }),
		database: own,
		tracing: await openTracing(process.env, { version: 'benchmark' }),
		...gateway,
	})
	const ready: ServiceReady = { url: service.url }
	const calls = {
		bareStatements: (asked: unknown) => bareStatements(db, asked as Parameters<typeof bareStatements>[1]),
		reset: () => stopwatch.reset(),
		times: () => stopwatch.entries,
		settled: () => countIn(own, ['settled']),
		open: () => countIn(own, ['awaiting_fills', 'filled', 'published']),
		audit: () => auditOf(own),
		commits: () => commitsOf(db),
		syncs: () => syncsOf(db),
		memory,
		bytes: () => bytesOf(db),
		held: () => held(argument.directory),
	}
	const stop = async () => {
		await service.stop()
		await own.close()
	}
	return { ready, calls, stop }
})

/** Resident memory, and what the main thread still holds after a garbage collection. */
function memory(): Memory {
	const { rss } = process.memoryUsage()
	globalThis.gc?.()
	return { ...process.memoryUsage(), rss }
}

/** What the service uses of the machine: its process's descriptors, bytes on disk, and resident memory. */
async function held(directory: string): Promise<Held> {
	const files = await readdir(directory, { recursive: true, withFileTypes: true })
	// A file may disappear while the folder is read.
	const sizes = files.map(file =>
		stat(join(file.parentPath, file.name)).then(
			({ size }) => size,
			() => 0,
		),
	)
	const diskBytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
	const descriptors = (await readdir('/proc/self/fd')).length
	return { descriptors, diskBytes, residentBytes: process.memoryUsage.rss() + memoryBytes(directory) }
}

function settingsOf(argument: ServiceArgument): Record<string, unknown> {
	const { gatewayUrl, tokens, markers, makers, directory, settings } = argument
	const key = derivePrivateKey({ seed: playSeed, name: 'service', curve: 'Ed25519' })
	return {
		network_id: 242,
		gateway_url: gatewayUrl,
		host: '127.0.0.1',
		port: 0,
		database: { directory },
		service_key: { curve: key.curve, private_key_hex: key.privateKeyHex },
		markers,
		tokens: tokens.map(({ symbol, resourceAddress, divisibility, name }) => {
			return { symbol, resource_address: resourceAddress, divisibility, name }
		}),
		pairs: ['XRD', 'xwBTC', 'xETH', 'xUSDT'].map(base => ({ base, quote: 'xUSDC' })),
		makers: makers.map(({ name, account, apiKey }) => ({ name, maker_id: name, accounts: [account], api_key: apiKey })),
		...(settings ?? { limits: highLimits }),
	}
}

/** The audit log once all of it is chained, and its size without reusable space. */
async function auditOf({ db }: OpenDatabase) {
	while (await hasUnchained(db)) await pause(100)
	await sql`vacuum full audit_entry`.execute(db)
	await sql`vacuum full audit_page`.execute(db)
	const { rows } = await sql<{ bytes: number }>`
		select (pg_total_relation_size('audit_entry') + pg_total_relation_size('audit_page'))::int4 as bytes`.execute(db)
	return { records: await wholeLog(db), bytes: rows[0]?.bytes ?? 0 }
}

async function wholeLog(db: Database): Promise<AuditRecord[]> {
	const records: AuditRecord[] = []
	for (;;) {
		const { entries } = await auditPage(db, { after: records.length, limit: auditEntriesMax })
		if (entries.length === 0) return records
		records.push(...entries.map(({ number: _, hash: __, ...record }) => record))
	}
}

async function countIn({ db }: OpenDatabase, states: readonly OrderState[]): Promise<number> {
	const { count } = await db
		.selectFrom('order')
		.select(({ fn }) => fn.countAll().as('count'))
		.where('state', 'in', states)
		.executeTakeFirstOrThrow()
	return Number(count)
}
