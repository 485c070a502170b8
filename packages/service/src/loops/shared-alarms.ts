import type { Clock } from '@accord/protocol'

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
