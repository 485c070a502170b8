import type { Clock } from '@accord/protocol'

/** The runtime's timers fire immediately if set for longer than 2^31 - 1 ms. */
const timerMsMax = 2 ** 31 - 1

/**
 * The machine's own time, in milliseconds since 1970. Only the entry of a process uses it; everything else takes a
 * {@link Clock} as a parameter. A wait longer than 24.8 days wakes early: the caller checks `nowMs` and waits again.
 */
export const wallClock: Clock = {
	nowMs: () => Date.now(),
	wakeAt: (ms, fn) => {
		const timer = setTimeout(fn, Math.min(Math.max(0, ms - Date.now()), timerMsMax))
		return () => clearTimeout(timer)
	},
}
