import type { Clock } from '@accord/protocol'
import type { Loop } from './loop.ts'

type RunningLoops = {
	readonly all: readonly Loop[]
	/** The loops that carry orders forward. */
	readonly carriers: readonly Loop[]
	/** Called before they are stopped. */
	readonly unsubscribe: readonly (() => void)[]
}

/** All loops of the service. */
export class Loops {
	readonly #running: RunningLoops

	constructor(running: RunningLoops) {
		this.#running = running
	}

	/** Resolves when no loop has anything left to do now. */
	async drain(): Promise<void> {
		for (const loop of this.#running.all) await loop.drain()
	}

	/** The problems of all loops. */
	faults(): string[] {
		return this.#running.all.flatMap(loop => loop.fault() ?? [])
	}

	/** The loops that carry orders forward and have been failing for so long that no new order should begin. */
	stalls(): string[] {
		return this.#running.carriers.flatMap(loop => loop.stall() ?? [])
	}

	/** For each loop, how long no run has succeeded. */
	stalledS(): (readonly [loop: string, seconds: number])[] {
		return this.#running.all.map(loop => [loop.name, loop.stalledS()] as const)
	}

	async stop(): Promise<void> {
		const { all, unsubscribe } = this.#running
		for (const end of unsubscribe) end()
		await Promise.all(all.map(loop => loop.stop()))
	}
}

type Alarm = { readonly runs: Set<() => void>; readonly cancel: () => void }

/**
 * The clock, except that all alarms for the same millisecond run in one turn of the event loop, so that their reads can
 * be combined.
 */
export function shareAlarms(clock: Clock): Clock {
	const alarms = new Map<number, Alarm>()
	const alarmAt = (atMs: number): Alarm => {
		const runs = new Set<() => void>()
		const ring = () => {
			alarms.delete(atMs)
			for (const run of runs) run()
		}
		const alarm = { runs, cancel: clock.wakeAt(atMs, ring) }
		alarms.set(atMs, alarm)
		return alarm
	}
	return {
		nowMs: () => clock.nowMs(),
		wakeAt: (atMs, run) => {
			const own = () => run()
			const alarm = alarms.get(atMs) ?? alarmAt(atMs)
			alarm.runs.add(own)
			return () => {
				if (!alarm.runs.delete(own) || alarm.runs.size > 0 || alarms.get(atMs) !== alarm) return
				alarms.delete(atMs)
				alarm.cancel()
			}
		},
	}
}
