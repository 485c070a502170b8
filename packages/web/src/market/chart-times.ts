import type { CandleInterval } from '@accord/protocol'

/** A mark on the chart's time axis. */
type Mark = 'year' | 'month' | 'day' | 'time'

/**
 * How the chart's time axis shows times in the reader's time zone. The chart takes seconds and has no time zones, so it
 * gets times shifted by the zone's current offset, with labels for the original times. Days begin at 00:00 UTC and are
 * shown that way.
 */
export function chartTimes(interval: CandleInterval, newestMs: number) {
	const isDaily = interval === '1d'
	const movedMs = isDaily ? 0 : -new Date(newestMs).getTimezoneOffset() * 60_000
	const zone = isDaily ? { timeZone: 'UTC' } : {}
	const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', { ...options, ...zone })
	const marks: Record<Mark, Intl.DateTimeFormat> = {
		year: format({ year: 'numeric' }),
		month: format({ month: 'short' }),
		day: format({ day: 'numeric', month: 'short' }),
		time: format({ hour: '2-digit', minute: '2-digit' }),
	}
	const full = format({
		day: '2-digit',
		month: 'short',
		year: 'numeric',
		...(isDaily ? {} : { hour: '2-digit', minute: '2-digit' }),
	})
	const msOf = (drawnS: number) => drawnS * 1000 - movedMs
	return {
		drawnS: (atMs: number) => (atMs + movedMs) / 1000,
		msOf,
		label: (drawnS: number, mark: Mark) => marks[mark].format(msOf(drawnS)),
		full: (drawnS: number) => full.format(msOf(drawnS)),
	}
}

export type ChartTimes = ReturnType<typeof chartTimes>
