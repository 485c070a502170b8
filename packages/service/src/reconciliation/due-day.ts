import { afterDayMs, isDayOver, type ReconciledDay } from '@accord/protocol'

export const dayMs = 86_400_000
/** After a longer downtime, earlier days are compared only on request. */
export const daysBack = 31

/** The last day that is over and whose settlements have all been noticed. */
export function lastDayOver(nowMs: number): string {
	return dayOf(nowMs - afterDayMs - dayMs)
}

/**
 * The oldest day, since the first known one, that is over and has not been compared since it ended; if there is none,
 * the last day that is over. A day whose orders were removed is left out, because its ledger entries would seem
 * unexplained.
 */
export function dueDay(
	known: readonly Pick<ReconciledDay, 'day' | 'checkedAtMs'>[],
	{ nowMs, keptMs }: { nowMs: number; keptMs: number },
): string | undefined {
	const compared = new Set(known.filter(isDayOver).map(({ day }) => day))
	const lastMs = Date.parse(lastDayOver(nowMs))
	const days = Array.from({ length: daysBack }, (_, back) => dayOf(lastMs - back * dayMs)).reverse()
	const from = days.findIndex(day => compared.has(day))
	return days.slice(from).find(day => !compared.has(day) && Date.parse(day) > nowMs - keptMs)
}

/** `2026-11-22`. */
export function dayOf(ms: number): string {
	return new Date(ms).toISOString().slice(0, 10)
}
