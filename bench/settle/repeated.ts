import { setTimeout as pause } from 'node:timers/promises'
import { monotonicMs } from './monotonic.ts'

export type Repeated = { readonly count: number; readonly restMs: number }

/**
 * How long something takes, measured repeatedly. Pauses make it comparable with a trade, which waits for others in
 * between: a machine that has been idle is slower to start.
 */
export async function repeated({ count, restMs }: Repeated, work: (n: number) => Promise<unknown>): Promise<number[]> {
	const samples: number[] = []
	for (let n = 0; n < count; n++) {
		if (restMs > 0) await pause(restMs)
		const startedMs = monotonicMs()
		await work(n)
		samples.push(monotonicMs() - startedMs)
	}
	return samples
}
