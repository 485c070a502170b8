import { everyMaxMs, everyMinMs } from './alert.ts'

const units = { minutes: 60_000, hours: 3_600_000 } as const

export type Unit = keyof typeof units

/** The time between two repeats; undefined if it is not a whole number, or too short or long. */
export function everyOf(count: string, unit: Unit): number | undefined {
	if (!/^\d{1,5}$/.test(count.trim())) return undefined
	const everyMs = Number(count) * units[unit]
	return everyMs >= everyMinMs && everyMs <= everyMaxMs ? everyMs : undefined
}

/** `every 5 minutes`. */
export function everyWords(everyMs: number): string {
	const unit = everyMs % units.hours === 0 ? 'hour' : 'minute'
	const count = everyMs / (unit === 'hour' ? units.hours : units.minutes)
	return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`
}
