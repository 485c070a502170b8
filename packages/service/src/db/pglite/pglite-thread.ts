import assert from 'node:assert/strict'
import { Worker } from 'node:worker_threads'
import { TradeError } from '@accord/protocol'
import { DatabaseError, isServerTrouble } from '../database-error.ts'
import type { Statement } from '../session.ts'
import type { StatementResult } from './statement-result.ts'
import type { ThreadOptions, ThreadReply, ThreadRequest } from './thread-messages.ts'

type Waiting = { readonly resolve: (reply: ThreadReply) => void; readonly reject: (error: Error) => void }
type RequestWithoutId = ThreadRequest extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never

/** The main thread's handle of the database's thread. When that dies, all pending and later requests fail. */
export class PgliteThread {
	readonly #worker: Worker
	readonly #waiting = new Map<number, Waiting>()
	readonly #lost = Promise.withResolvers<Error>()
	/** Resolves when the thread has died without being closed. */
	readonly lost: Promise<Error> = this.#lost.promise
	#lastId = 0
	#closing = false
	#dead: Error | undefined

	private constructor(worker: Worker) {
		this.#worker = worker
	}

	/** Starts the thread; resolves once its database is open. */
	static async start(options: ThreadOptions): Promise<PgliteThread> {
		const worker = new Worker(workerFile, { workerData: options, execArgv: [], resourceLimits })
		const thread = new PgliteThread(worker)
		await thread.#ready()
		return thread
	}

	/**
	 * Runs statements one after another; one that fails is the last.
	 * @throws DatabaseError if Postgres refuses one; TradeError `database_unavailable` if it cannot serve it or is gone
	 */
	async run(statements: readonly Statement[]): Promise<readonly StatementResult[]> {
		const reply = await this.#send({ kind: 'run', statements })
		assert.ok(reply.kind === 'results')
		const failure = reply.results.at(-1)?.failure
		if (failure === undefined) return reply.results
		const refusal = new DatabaseError(failure)
		throw isServerTrouble(refusal) ? unavailable(refusal) : refusal
	}

	/** How often the database has synced a file so far. */
	async syncs(): Promise<number> {
		const reply = await this.#send({ kind: 'syncs' })
		assert.ok(reply.kind === 'syncs')
		return reply.syncs
	}

	/** Closes the database in an orderly way and ends the thread. */
	async close(): Promise<void> {
		this.#closing = true
		if (this.#dead === undefined) {
			const closed = this.#send({ kind: 'close' })
			// Later requests would reach an engine that is gone.
			this.#dead = unavailable(new Error('the database is closed'))
			await closed
		}
		await this.#worker.terminate()
	}

	#ready(): Promise<void> {
		return new Promise((resolve, reject) => {
			this.#worker.once('message', () => {
				this.#worker.on('message', (reply: ThreadReply) => this.#settle(reply))
				resolve()
			})
			const die = (cause: Error): void => {
				this.#die(cause)
				reject(cause)
			}
			this.#worker.on('error', die)
			this.#worker.on('exit', () => die(new Error("the database's thread has ended")))
		})
	}

	#send(request: RequestWithoutId): Promise<ThreadReply> {
		if (this.#dead !== undefined) return Promise.reject(this.#dead)
		const id = ++this.#lastId
		this.#worker.postMessage({ id, ...request })
		return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
	}

	#settle(reply: ThreadReply): void {
		const waiting = this.#waiting.get(reply.id)
		this.#waiting.delete(reply.id)
		waiting?.resolve(reply)
	}

	#die(cause: Error): void {
		this.#dead ??= unavailable(cause)
		if (!this.#closing) this.#lost.resolve(cause)
		for (const { reject } of this.#waiting.values()) reject(this.#dead)
		this.#waiting.clear()
	}
}

// Nothing of a statement outlives it: a larger young generation would only fill up with garbage.
const resourceLimits = { maxYoungGenerationSizeMb: 8 }
const workerFile = new URL(`./pglite-worker${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`, import.meta.url)

function unavailable(cause: Error): TradeError {
	return new TradeError('database_unavailable', undefined, { cause })
}
