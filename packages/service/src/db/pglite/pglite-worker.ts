import { parentPort, workerData } from 'node:worker_threads'
import type { DatabaseError } from '../database-error.ts'
import type { Returned } from '../session.ts'
import { Engine } from './engine.ts'
import { Housekeeping } from './housekeeping.ts'
import { openPglite } from './open-pglite.ts'
import { unnamed } from './prepared-texts.ts'
import { ReplyReader } from './reply-reader.ts'
import { StatementWriter } from './statement-writer.ts'
import {
	type PackedBytes,
	packBytes,
	type ThreadOptions,
	type ThreadReply,
	type ThreadRequest,
	unpackBytes,
} from './thread-messages.ts'

// The entry of the database's thread: one PGlite, one statement at a time. The reply to a committing statement is sent only
// after the commit is on disk, because Postgres does not answer before.

const port = parentPort
if (port === null) throw new Error('pglite-worker.ts runs only in a worker thread')

// Any unexpected error ends the thread, and all requests with it: after a failed sync, for example, the disk's state is unknown.

const { folder } = workerData as ThreadOptions
const { pg, counter } = await openPglite(folder)
const engine = new Engine(pg)
const writer = new StatementWriter()
const housekeeping = new Housekeeping(runOwn, counter)
let last: Promise<void> = Promise.resolve()

port.on('message', (request: ThreadRequest) => {
	last = last.then(() => answer(request))
})
port.postMessage('ready')

async function answer(request: ThreadRequest): Promise<void> {
	port?.postMessage(await replyTo(request))
	if (typeof request === 'string' && !engine.isInTransaction) await housekeeping.run()
}

async function replyTo(request: ThreadRequest): Promise<ThreadReply> {
	if (typeof request === 'string') return await runAll(request)
	if (request.ask === 'syncs') return counter.syncs
	await pg.close()
	return null
}

async function runAll(statements: PackedBytes): Promise<PackedBytes> {
	const { bytes, failure } = await engine.run(unpackBytes(statements))
	if (counter.failure !== undefined) throw counter.failure
	requireLog(failure)
	return packBytes(bytes)
}

/** Once the engine could not write its log, its next statement would never end. */
function requireLog(failure: DatabaseError | undefined): void {
	if (failure !== undefined && /^(53|58)/.test(failure.code) && failure.message.includes('pg_wal/'))
		throw new Error(failure.message)
}

/** Runs a statement of the thread's own. One that fails returns nothing. */
async function runOwn(sql: string): Promise<Returned['rows']> {
	const text = { sql, name: unnamed, isPrepared: false, columns: [] }
	const { bytes, failure } = await engine.run(writer.write([{ text, parameters: [] }]))
	return failure === undefined ? new ReplyReader(bytes).next(text).rows : []
}
