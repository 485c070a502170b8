import { UsageError } from './errors.ts'

/** Parses a whole number within bounds. @throws UsageError naming the argument */
export function parseWholeNumber(name: string, text: string, { min, max }: { min: number; max: number }): number {
	const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
	if (value >= min && value <= max) return value
	throw new UsageError(`${name} must be a whole number from ${min} to ${max}, not '${text}'`)
}

const secondsPer: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** Parses a duration such as `90`, `90s`, `15m`, `24h` or `7d` into seconds. @throws UsageError naming the argument */
export function parseSeconds(name: string, text: string, max: number): number {
	const [, count = '', unit = 's'] = /^(\d{1,9})([smhd])?$/.exec(text) ?? []
	const seconds = count === '' ? Number.NaN : Number(count) * (secondsPer[unit] ?? Number.NaN)
	if (seconds <= max) return seconds
	throw new UsageError(
		`${name} must be a duration such as 90s, 15m, 24h or 7d, at most ${max / 86_400}d, not '${text}'`,
	)
}
