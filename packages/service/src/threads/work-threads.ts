import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { type ErrorCode, type ErrorItem, TradeError } from '@accord/protocol'
import { FairQueue } from '../queues/fair-queue.ts'

export type WorkThreadsOptions = {
	readonly threads?: number
	/** How many jobs may wait for a thread. */
	readonly waiting?: number
	/** How long one job may take. */
	readonly deadlineMs?: number
}

type Job = {
	readonly request: WorkRequest
	readonly done: (result: unknown) => void
	readonly refuse: (error: Error) => void
}
type Running = { readonly job: Job; readonly deadline: NodeJS.Timeout }

/** Shorter input takes a fraction of a millisecond here, which is less than handing it over. */
const charactersHereMax = 8192

/**
 * Does work that grows with strangers' input. Short input is handled immediately; long input goes to a separate thread,
 * so that nobody else waits for it. Clients take turns, and when too many jobs are waiting, a job of the client with
 * the most is refused with `busy`. Threads start when they are first needed.
 */
export class WorkThreads {
	readonly #threadsMax: number
	readonly #deadlineMs: number
	readonly #queue: FairQueue<Job>
	readonly #idle: Worker[] = []
	readonly #running = new Map<Worker, Running>()
	#isClosed = false

	constructor({ threads, waiting = 64, deadlineMs = 10_000 }: WorkThreadsOptions = {}) {
		this.#threadsMax = threads ?? Math.min(4, Math.max(1, availableParallelism() - 1))
		this.#deadlineMs = deadlineMs
		this.#queue = new FairQueue({ capacity: waiting })
	}

	/** How many jobs with long input are running, and how many are waiting. */
	get depth(): { readonly running: number; readonly waiting: number } {
		return { running: this.#running.size, waiting: this.#queue.size }
	}

	/** Runs the work for a client. @throws TradeError `busy`, and whatever the work throws */
	async run<Args extends readonly unknown[], Result>(
		client: string,
		{ module, run }: Work<Args, Result>,
		...args: Args
	): Promise<Result> {
		if (charactersIn(args) <= charactersHereMax) return run(...args)
		// Another thread has run the same function.
		return (await this.#submit(client, { module, name: run.name, args })) as Result
	}

	/** Ends the threads; jobs still waiting are refused with `busy`. */
	async close(): Promise<void> {
		this.#isClosed = true
		for (let job = this.#queue.shift(); job !== undefined; job = this.#queue.shift()) job.refuse(busy())
		const threads = [...this.#idle, ...this.#running.keys()]
		for (const thread of this.#running.keys()) this.#end(thread)?.refuse(busy())
		await Promise.all(threads.map(thread => thread.terminate()))
	}

	#submit(client: string, request: WorkRequest): Promise<unknown> {
		return new Promise((done, refuse) => {
			if (this.#isClosed) return refuse(busy())
			this.#queue.push(client, { request, done, refuse })?.refuse(busy())
			this.#startNext()
		})
	}

	#startNext(): void {
		if (this.#isClosed || this.#running.size >= this.#threadsMax) return
		const job = this.#queue.shift()
		if (job !== undefined) this.#start(job, this.#idle.pop() ?? this.#open())
	}

	#open(): Worker {
		const thread = new Worker(threadFile)
		thread.on('message', (reply: WorkReply) => {
			const job = this.#end(thread)
			if (job === undefined) return
			this.#idle.push(thread)
			thread.unref()
			settle(job, reply)
			this.#startNext()
		})
		thread.on('error', error => this.#lose(thread, error))
		thread.on('exit', () => this.#lose(thread, new Error('a thread has ended in the middle of its work')))
		return thread
	}

	#start(job: Job, thread: Worker): void {
		thread.ref()
		thread.postMessage(job.request)
		const deadline = setTimeout(() => this.#lose(thread, busy()), this.#deadlineMs)
		this.#running.set(thread, { job, deadline })
	}

	/** Retires the thread; returns the job that it was doing. */
	#end(thread: Worker): Job | undefined {
		const running = this.#running.get(thread)
		clearTimeout(running?.deadline)
		this.#running.delete(thread)
		return running?.job
	}

	/** Another thread takes its place when needed. */
	#lose(thread: Worker, error: Error): void {
		void thread.terminate()
		const at = this.#idle.indexOf(thread)
		if (at >= 0) this.#idle.splice(at, 1)
		this.#end(thread)?.refuse(error)
		this.#startNext()
	}
}

/** A function of a module, named so that another thread can find it: arguments and results are plain values. */
export type Work<Args extends readonly unknown[], Result> = {
	readonly module: string
	readonly run: (...args: Args) => Result
}

/** Declares a function that is exported by its own module; `module` is that module's `import.meta.url`. */
export function work<Args extends readonly unknown[], Result>(
	module: string,
	run: (...args: Args) => Result,
): Work<Args, Result> {
	return { module, run }
}

/** A thread's job, and its answer. Errors lose their class and code when they cross threads. */
export type WorkRequest = { readonly module: string; readonly name: string; readonly args: readonly unknown[] }
export type WorkReply =
	| { readonly kind: 'done'; readonly result: unknown }
	| { readonly kind: 'refused'; readonly code: string; readonly detail: string; readonly errors: readonly unknown[] }
	| { readonly kind: 'failed'; readonly message: string }

const threadFile = new URL(
	`./work-thread-main${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`,
	import.meta.url,
)

function settle({ done, refuse }: Job, reply: WorkReply): void {
	if (reply.kind === 'done') {
		done(reply.result)
		return
	}
	if (reply.kind === 'failed') {
		refuse(new Error(reply.message))
		return
	}
	// The thread runs this same code, so its error codes are the same.
	const { code, detail, errors } = reply
	refuse(new TradeError(code as ErrorCode, detail, { errors: errors as readonly ErrorItem[] }))
}

function charactersIn(value: unknown): number {
	if (typeof value === 'string') return value.length
	if (typeof value !== 'object' || value === null) return 0
	return Object.values(value).reduce((sum: number, each) => sum + charactersIn(each), 0)
}

function busy(): TradeError {
	return new TradeError('busy', 'too much long input is waiting to be read', { extra: { retry_after_s: 1 } })
}
