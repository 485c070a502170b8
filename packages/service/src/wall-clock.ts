import type { Clock } from '@accord/protocol'

/** Timers of the runtime fire at once when asked to wait longer than this. */
const longestWaitMs = 2_000_000_000

/** The machine's own time. Only the process's entry uses it; everything else is given a clock. */
export const wallClock: Clock = {
	nowMs: () => Date.now(),
	wakeAt: (ms, fn) => {
		const timer = setTimeout(fn, Math.min(Math.max(0, ms - Date.now()), longestWaitMs))
		return () => clearTimeout(timer)
	},
}
