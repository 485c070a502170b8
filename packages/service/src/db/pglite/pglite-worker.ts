import { parentPort, workerData } from 'node:worker_threads'
import type { Statement } from '../session.ts'
import { Housekeeping } from './housekeeping.ts'
import { openPglite } from './open-pglite.ts'
import type { StatementResult } from './statement-result.ts'
import { StatementRunner } from './statement-runner.ts'
import type { ThreadOptions, ThreadReply, ThreadRequest } from './thread-messages.ts'

// The entry of the database's thread: one PGlite, one statement at a time. The reply to a committing statement is sent only
// after the commit is on disk, because Postgres does not answer before.

const port = parentPort
if (port === null) throw new Error('pglite-worker.ts runs only in a worker thread')

// Any unexpected error ends the thread, and all requests with it: after a failed sync, for example, the disk's state is unknown.

const { folder } = workerData as ThreadOptions
const { pg, counter } = await openPglite(folder)
const runner = new StatementRunner(pg)
const housekeeping = new Housekeeping(runner, counter)
let last: Promise<void> = Promise.resolve()

port.on('message', (request: ThreadRequest) => {
	last = last.then(() => answer(request))
})
port.postMessage('ready')

async function answer(request: ThreadRequest): Promise<void> {
	const reply = await replyTo(request)
	port?.postMessage(reply)
	if (reply.kind === 'results' && !reply.results.at(-1)?.inTransaction) await housekeeping.run()
}

async function replyTo(request: ThreadRequest): Promise<ThreadReply> {
	const { id } = request
	switch (request.kind) {
		case 'run': {
			const results = await runAll(request.statements)
			if (counter.failure !== undefined) throw counter.failure
			for (const result of results) requireLog(result)
			return { id, kind: 'results', results }
		}
		case 'syncs':
			return { id, kind: 'syncs', syncs: counter.syncs }
		case 'close':
			await pg.close()
			return { id, kind: 'closed' }
	}
}

/** Once the engine could not write its log, its next statement would never end. */
function requireLog({ failure }: StatementResult): void {
	if (failure !== undefined && /^(53|58)/.test(failure.code) && failure.message.includes('pg_wal/'))
		throw new Error(failure.message)
}

/** One that fails is the last. */
async function runAll(statements: readonly Statement[]): Promise<StatementResult[]> {
	const results: StatementResult[] = []
	for (const { sql, parameters } of statements) {
		const result = await runner.run(sql, parameters)
		results.push(result)
		if (result.failure !== undefined) break
	}
	return results
}
