import { fdatasync } from 'node:fs'
import { promisify } from 'node:util'
import { parentPort, workerData } from 'node:worker_threads'
import { outcomes, type SyncOutcome } from './parallel-sync.ts'

// The entry of the thread of `ParallelSync`. Node runs a few syncs at once; the disk does what waits in one go.

const outcome = workerData as SyncOutcome
const sync = promisify(fdatasync)

parentPort?.on('message', async (descriptors: readonly number[]) => {
	const synced = await Promise.allSettled(descriptors.map(descriptor => sync(descriptor)))
	const isSynced = synced.every(({ status }) => status === 'fulfilled')
	Atomics.store(outcome, 0, isSynced ? outcomes.synced : outcomes.failed)
	Atomics.notify(outcome, 0)
})
