import assert from 'node:assert/strict'
import { Worker } from 'node:worker_threads'
import { TradeError } from '@accord/protocol'
import { isServerTrouble } from '../database-error.ts'
import type { Returned, Statement } from '../session.ts'
import { PreparedTexts } from './prepared-texts.ts'
import { ReplyReader } from './reply-reader.ts'
import { StatementWriter } from './statement-writer.ts'
import { packBytes, type ThreadOptions, type ThreadReply, type ThreadRequest, unpackBytes } from './thread-messages.ts'

type Waiting = { readonly resolve: (reply: ThreadReply) => void; readonly reject: (error: Error) => void }

/** The main thread's handle of the database's thread. When that dies, all pending and later requests fail. */
export class PgliteThread {
	readonly #worker: Worker
	readonly #texts = new PreparedTexts()
	readonly #writer = new StatementWriter()
	/** Those who sent a request, in the order of the replies. */
	#waiting: Waiting[] = []
	readonly #lost = Promise.withResolvers<Error>()
	/** Resolves when the thread has died without being closed. */
	readonly lost: Promise<Error> = this.#lost.promise
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
	async run(statements: readonly Statement[]): Promise<readonly Returned[]> {
		const droppedNames = this.#texts.dropTooMany()
		const sent = statements.map(({ sql, parameters }) => ({ text: this.#texts.next(sql), parameters }))
		const reply = await this.#send(packBytes(this.#writer.write(sent, droppedNames)))
		assert.ok(typeof reply === 'string')
		const reader = new ReplyReader(unpackBytes(reply))
		try {
			return sent.map(({ text }) => reader.next(text))
		} catch (error) {
			throw isServerTrouble(error) ? unavailable(error) : error
		}
	}

	/** How often the database has synced a file so far. */
	async syncs(): Promise<number> {
		const reply = await this.#send({ ask: 'syncs' })
		assert.ok(typeof reply === 'number')
		return reply
	}

	/** Closes the database in an orderly way and ends the thread. */
	async close(): Promise<void> {
		this.#closing = true
		if (this.#dead === undefined) {
			const closed = this.#send({ ask: 'close' })
			// Later requests would reach an engine that is gone.
			this.#dead = unavailable(new Error('the database is closed'))
			await closed
		}
		await this.#worker.terminate()
	}

	#ready(): Promise<void> {
		return new Promise((resolve, reject) => {
			this.#worker.once('message', () => {
				this.#worker.on('message', (reply: ThreadReply) => this.#waiting.shift()?.resolve(reply))
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

	#send(request: ThreadRequest): Promise<ThreadReply> {
		if (this.#dead !== undefined) return Promise.reject(this.#dead)
		this.#worker.postMessage(request)
		return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }))
	}

	#die(cause: Error): void {
		this.#dead ??= unavailable(cause)
		if (!this.#closing) this.#lost.resolve(cause)
		for (const { reject } of this.#waiting) reject(this.#dead)
		this.#waiting = []
	}
}

// Nothing of a statement outlives it: a larger young generation would only fill up with garbage.
const resourceLimits = { maxYoungGenerationSizeMb: 8 }
const workerFile = new URL(`./pglite-worker${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`, import.meta.url)

function unavailable(cause: unknown): TradeError {
	return new TradeError('database_unavailable', undefined, { cause })
}
