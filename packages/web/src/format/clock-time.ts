const times = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const days = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short' })

const short = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' })
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long', hourCycle: 'h23' })

const dayMs = 86_400_000

/** The time of day in the reader's time zone; the date of anything older than a day. */
export function clockTime(atMs: number, nowMs = Date.now()): string {
	return nowMs - atMs < dayMs ? times.format(atMs) : days.format(atMs)
}

/** Date and time without seconds, in the reader's language and time zone. */
export function shortTime(atMs: number): string {
	return short.format(atMs)
}

/** Date and time in the reader's language and time zone, which it names. */
export function fullTime(atMs: number): string {
	return full.format(atMs)
}

/** The reader's time zone, by its short name: `UTC`, `CET`. */
export function timeZone(): string {
	const parts = new Intl.DateTimeFormat(undefined, { timeZoneName: 'short' }).formatToParts()
	return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
