import type { Clock } from '@accord/protocol'
import type { Logger } from 'pino'
import { counter, histogram, type Metrics } from '../metrics/metrics.ts'
import type { Pace } from '../queues/pace.ts'

/** Work that moves rows to their next state, whenever it is woken and at regular intervals. */
export type Loop = {
	readonly name: string
	/** Starts a run, or another one after the current one, because there may be something to do. */
	wake(): void
	/** Resolves when no run is in progress or requested, apart from runs that only the interval has requested since. */
	drain(): Promise<void>
	/** Why the loop is not healthy, if it is not: its last run failed, or its current one takes too long. */
	fault(): string | undefined
	/** Why nothing that needs the loop should be started: no run has succeeded for 30 s. Undefined if one has. */
	stall(): string | undefined
	/** For how long no run has succeeded although there was something to do. */
	stalledS(): number
	/** Starts no more runs; resolves when the current one has ended. */
	stop(): Promise<void>
}

/** Intervals end at multiples of this, so that loops with shared alarms run in one turn of the event loop. */
const stepMs = 100
const runMaxMs = 30_000
const hungAfterMs = 120_000

const runSeconds = histogram('accord_loop_run_seconds', 'Runs of the loops', 'loop')
/** Each loop is known as soon as it starts. */
export const runFailures = counter('accord_loop_failures_total', 'Runs of the loops that failed', ['loop'])

type FinishedRun = { readonly ms: number; readonly hasFailed: boolean }

/** Counts a finished run of a loop. */
export function countRun(
	metrics: Pick<Metrics, 'count' | 'observe'>,
	loop: string,
	{ ms, hasFailed }: FinishedRun,
): void {
	metrics.observe(runSeconds, loop, ms)
	metrics.count(runFailures, loop, hasFailed ? 1 : 0)
}

/** The result of a run: `again` if there was more to do than one run can do, or the time of the next work. */
export type Left = 'again' | 'done' | { readonly dueAtMs: number }

export type Run = () => Promise<Left>

export type LoopDeps = {
	readonly clock: Clock
	/** Wakes the loop at given times; if absent, the clock does, with a separate timer for each loop. */
	readonly alarms?: Pick<Clock, 'wakeAt'>
	readonly log: Pick<Logger, 'error'>
	/** Called after each run. */
	readonly onRun?: (loop: string, run: FinishedRun) => void
	/** Called when a run has been going on for so long that only a new process can help. */
	readonly onHung?: (reason: Error) => void
}

type LoopOf = {
	readonly name: string
	readonly everyMs?: number
	/** Paces runs that do a lot of work; each run reports to it. */
	readonly pace?: Pace
	readonly run: Run
}

/**
 * Runs a loop, one run at a time. A failed run is logged and retried after the regular interval, not immediately, so
 * that a broken database is not called without pause. The time for which a loop has been stalled is counted in its
 * intervals, so a clock that jumps, or a machine that was asleep, does not count as a stall.
 */
export function startLoop(
	{ clock, alarms = clock, log, onRun = () => {}, onHung = () => {} }: LoopDeps,
	{ name, everyMs = 1000, pace, run }: LoopOf,
): Loop {
	let running: Promise<void> | undefined
	let isWoken = false
	/** Whether the interval is the only reason for a requested run. */
	let isDue = false
	/** Whether the run in progress has a reason other than the interval. */
	let isWanted = false
	let ended = Promise.withResolvers<void>()
	let isStopped = false
	let hasFailed = false
	let runSinceMs = 0
	let runningForMs = 0
	let stalledForMs = 0
	let cancel = () => {}
	let cancelDue = () => {}

	const runWhileWoken = async () => {
		while ((isWoken || isDue) && !isStopped) {
			runSinceMs = clock.nowMs()
			runningForMs = 0
			// Wakes that arrive together, such as those of a batch of fills, count as one: this waits for one turn even without
			// a pace.
			await pace?.turn()
			isWanted = isWoken
			isWoken = false
			isDue = false
			const before = performance.now()
			cancelDue()
			try {
				const left = await run()
				if (left === 'again') isWoken = true
				if (typeof left === 'object') cancelDue = alarms.wakeAt(left.dueAtMs, runDue)
				hasFailed = false
				stalledForMs = 0
			} catch (error) {
				log.error({ err: error, loop: name }, 'a run failed')
				isWoken = false
				isDue = false
				hasFailed = true
			}
			onRun(name, { ms: performance.now() - before, hasFailed })
			ended.resolve()
			ended = Promise.withResolvers()
		}
		running = undefined
	}
	const fault = () => {
		if (running !== undefined && clock.nowMs() - runSinceMs > runMaxMs) return `${name}: a run has not finished in time`
		return hasFailed ? `${name}: the last run failed` : undefined
	}
	const stall = () => {
		if (stalledForMs <= runMaxMs) return undefined
		return `${name}: no run has succeeded for ${Math.floor(stalledForMs / 1000)} s`
	}
	const tick = () => {
		if (running === undefined && !hasFailed) return
		stalledForMs += everyMs
		if (running === undefined) return
		const hadHung = runningForMs > hungAfterMs
		runningForMs += everyMs
		if (runningForMs <= hungAfterMs || hadHung) return
		onHung(new Error(`the loop "${name}" has not finished a run for ${hungAfterMs / 1000} s`))
	}
	const runDue = () => {
		if (isStopped) return
		isDue = true
		running ??= runWhileWoken()
	}
	const wake = () => {
		if (isStopped) return
		isWoken = true
		running ??= runWhileWoken()
	}
	const arm = () => {
		cancel = alarms.wakeAt(stepBefore(clock.nowMs() + everyMs), () => {
			if (isStopped) return
			arm()
			tick()
			runDue()
		})
	}

	arm()
	wake()
	const drain = async () => {
		// While each run takes longer than the interval, the interval keeps requesting another one.
		let runs = isDue ? 2 : 1
		while (running !== undefined && (runs > 0 || isWoken || isWanted)) {
			await Promise.race([running, ended.promise])
			runs -= 1
		}
	}
	return {
		name,
		wake,
		drain,
		fault,
		stall,
		stalledS: () => stalledForMs / 1000,
		stop: () => {
			isStopped = true
			cancel()
			cancelDue()
			return running ?? Promise.resolve()
		},
	}
}

function stepBefore(ms: number): number {
	return Math.floor(ms / stepMs) * stepMs
}
