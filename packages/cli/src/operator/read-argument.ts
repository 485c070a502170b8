import { UsageError } from '../exit-codes.ts'

/** A whole number of an argument. @throws UsageError naming it */
export function readWholeNumber(name: string, text: string, { min, max }: { min: number; max: number }): number {
	const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
	if (value >= min && value <= max) return value
	throw new UsageError(`${name} is a whole number from ${min} to ${max}, not '${text}'`)
}

const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** A length of time such as `90`, `90s`, `15m`, `24h` or `7d`, in seconds. @throws UsageError naming it */
export function readSeconds(name: string, text: string, max: number): number {
	const [, count = '', unit = 's'] = /^(\d{1,9})([smhd])?$/.exec(text) ?? []
	const seconds = count === '' ? Number.NaN : Number(count) * (secondsOf[unit] ?? Number.NaN)
	if (seconds <= max) return seconds
	throw new UsageError(`${name} is a time such as 90s, 15m, 24h or 7d, at most ${max / 86_400}d, not '${text}'`)
}
