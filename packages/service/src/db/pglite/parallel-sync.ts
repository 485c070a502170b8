import { fdatasyncSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

/** Where the waiting thread reads how it went. */
export type SyncOutcome = Int32Array<SharedArrayBuffer>
export const outcomes = { pending: 0, synced: 1, failed: 2 } as const

/** So few are sooner synced here. */
const fewFiles = 4
const withinMs = 60_000

/**
 * Syncs many files at once, in a thread of its own, while this one waits. One after another, each would wait for the disk by
 * itself: a hundred take as long as a few so.
 */
export class ParallelSync {
	readonly #outcome: SyncOutcome = new Int32Array(new SharedArrayBuffer(4))
	#worker: Worker | undefined

	/** Returns when the data of all is on disk. @throws Error if one could not be synced, or not within a minute */
	sync(descriptors: readonly number[]): void {
		if (descriptors.length <= fewFiles) {
			for (const descriptor of descriptors) fdatasyncSync(descriptor)
			return
		}
		Atomics.store(this.#outcome, 0, outcomes.pending)
		this.#started().postMessage(descriptors)
		Atomics.wait(this.#outcome, 0, outcomes.pending, withinMs)
		if (Atomics.load(this.#outcome, 0) !== outcomes.synced) throw new Error('files could not be synced')
	}

	#started(): Worker {
		this.#worker ??= new Worker(workerFile, { workerData: this.#outcome, execArgv: [] })
		this.#worker.unref()
		return this.#worker
	}
}

const workerFile = new URL(`./sync-worker${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`, import.meta.url)
