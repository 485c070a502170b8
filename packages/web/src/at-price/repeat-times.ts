type Times = { readonly everyMs: number; readonly nextAtMs: number }

/** A time that passed this long ago while no page was open is left out: its price is another one by now. */
const lateMaxMs = 60_000

/** The first time of a repeat that is still ahead; its rhythm stays the same. */
export function nextTime({ everyMs, nextAtMs }: Times, nowMs: number): number {
	if (nextAtMs > nowMs) return nextAtMs
	return nextAtMs + (Math.floor((nowMs - nextAtMs) / everyMs) + 1) * everyMs
}

/** Whether a repeat's time is ahead, now, or passed unnoticed. */
export function timeState({ nextAtMs }: Pick<Times, 'nextAtMs'>, nowMs: number): 'ahead' | 'due' | 'missed' {
	if (nextAtMs > nowMs) return 'ahead'
	return nowMs - nextAtMs <= lateMaxMs ? 'due' : 'missed'
}
