import type { Clock } from '@accord/protocol'

const longestTimerMs = 2 ** 31 - 1

/** The machine's clock, for processes; tests give their own. */
export const wallClock: Clock = {
	nowMs: () => Date.now(),
	wakeAt(ms, fn) {
		const timer = setTimeout(fn, Math.min(Math.max(0, ms - Date.now()), longestTimerMs))
		return () => clearTimeout(timer)
	},
}
