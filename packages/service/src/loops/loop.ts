import type { Clock } from '@accord/protocol'
import type { Logger } from 'pino'

/** Work that moves rows to their next state, whenever it is woken and at regular intervals. */
export type Loop = {
	/** Starts a run, or another one after the current one, since there may be something to do. */
	wake(): void
	/** Resolves when no run is in progress or requested. */
	drain(): Promise<void>
	/** Why the loop is not healthy, if it is not: its last run failed, or its current one takes too long. */
	fault(): string | undefined
	/** Starts no more runs; resolves when the current one has ended. */
	stop(): Promise<void>
}

const runMaxMs = 30_000

/** `again`: there was more to do than one run does. */
export type Run = () => Promise<'again' | 'done'>

export type LoopDeps = {
	readonly clock: Clock
	readonly log: Pick<Logger, 'error'>
	/** Called after each run. */
	readonly onRun?: (loop: string, run: { readonly ms: number; readonly hasFailed: boolean }) => void
}

/**
 * Runs a loop, one run at a time. A failed run is logged and retried after the regular interval, not at once, so that a
 * broken database is not called without pause.
 */
export function startLoop(
	{ clock, log, onRun = () => {} }: LoopDeps,
	{ name, everyMs = 1000, run }: { name: string; everyMs?: number; run: Run },
): Loop {
	let running: Promise<void> | undefined
	let isWoken = false
	let isStopped = false
	let hasFailed = false
	let runSinceMs = 0
	let cancel = () => {}

	const runWhileWoken = async () => {
		while (isWoken && !isStopped) {
			isWoken = false
			runSinceMs = clock.nowMs()
			const before = performance.now()
			try {
				if ((await run()) === 'again') isWoken = true
				hasFailed = false
			} catch (error) {
				log.error({ err: error, loop: name }, 'a run failed')
				isWoken = false
				hasFailed = true
			}
			onRun(name, { ms: performance.now() - before, hasFailed })
		}
		running = undefined
	}
	const fault = () => {
		if (running !== undefined && clock.nowMs() - runSinceMs > runMaxMs) return `${name}: a run has not finished in time`
		return hasFailed ? `${name}: the last run failed` : undefined
	}
	const wake = () => {
		if (isStopped) return
		isWoken = true
		running ??= runWhileWoken()
	}
	const arm = () => {
		cancel = clock.wakeAt(clock.nowMs() + everyMs, () => {
			if (isStopped) return
			arm()
			wake()
		})
	}

	arm()
	wake()
	const drain = async () => {
		while (running !== undefined) await running
	}
	return {
		wake,
		drain,
		fault,
		stop: () => {
			isStopped = true
			cancel()
			return drain()
		},
	}
}
