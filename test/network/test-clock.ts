import type { Clock } from '@accord/protocol'

/** Sleeps at most this long before it looks at the clock again. */
const longestWaitMs = 60_000

type Alarm = { atMs: number; run: () => void; timer: NodeJS.Timeout }

/**
 * The one clock of a test network: the wall clock plus an offset, so that work takes real time and waiting takes none.
 * While frozen it stands still and moves only by `advance` and `set`, for cases that depend on a millisecond.
 */
export class TestClock implements Clock {
	#offsetMs = 0
	#frozenAtMs: number | undefined
	readonly #alarms = new Set<Alarm>()

	nowMs(): number {
		return this.#frozenAtMs ?? Date.now() + this.#offsetMs
	}

	wakeAt(atMs: number, run: () => void): () => void {
		const alarm: Alarm = { atMs, run, timer: this.#arm(atMs, () => this.#ring(alarm)) }
		this.#alarms.add(alarm)
		return () => this.#drop(alarm)
	}

	/** Moves the clock ahead and runs everything due. */
	advance(seconds: number): void {
		this.set(this.nowMs() + Math.round(seconds * 1000))
	}

	/** Moves the clock to a millisecond, never back. */
	set(atMs: number): void {
		const now = this.nowMs()
		if (atMs < now) throw new RangeError(`The clock stands at ${now} and cannot go back to ${atMs}`)
		if (this.#frozenAtMs === undefined) this.#offsetMs += atMs - now
		else this.#frozenAtMs = atMs
		for (const alarm of [...this.#alarms].sort((a, b) => a.atMs - b.atMs)) {
			if (alarm.atMs <= atMs) this.#ring(alarm)
			else this.#rearm(alarm)
		}
	}

	/** Moves the clock to the next noon (UTC), for cases about days: none of them may depend on the hour of the run. */
	advanceToNoon(): void {
		const dayMs = 86_400_000
		this.set((Math.ceil(this.nowMs() / dayMs - 0.5) + 0.5) * dayMs)
	}

	freeze(): void {
		this.#frozenAtMs ??= this.nowMs()
	}

	/** Lets time flow again from where it stands. */
	thaw(): void {
		if (this.#frozenAtMs === undefined) return
		this.#offsetMs = this.#frozenAtMs - Date.now()
		this.#frozenAtMs = undefined
		for (const alarm of [...this.#alarms]) this.#rearm(alarm)
	}

	/** Does some work while time stands still, so that a slow machine misses no deadline. */
	async standStill<T>(work: () => Promise<T>): Promise<T> {
		this.freeze()
		try {
			return await work()
		} finally {
			this.thaw()
		}
	}

	#arm(atMs: number, run: () => void): NodeJS.Timeout {
		return setTimeout(run, Math.min(Math.max(atMs - this.nowMs(), 0), longestWaitMs)).unref()
	}

	#rearm(alarm: Alarm): void {
		clearTimeout(alarm.timer)
		alarm.timer = this.#arm(alarm.atMs, () => this.#ring(alarm))
	}

	#ring(alarm: Alarm): void {
		if (!this.#alarms.has(alarm)) return
		if (alarm.atMs > this.nowMs()) {
			// Woken early: by the longest wait, or while the clock is frozen, when only `set` rings.
			if (this.#frozenAtMs === undefined) this.#rearm(alarm)
			return
		}
		this.#drop(alarm)
		alarm.run()
	}

	#drop(alarm: Alarm): void {
		clearTimeout(alarm.timer)
		this.#alarms.delete(alarm)
	}
}
