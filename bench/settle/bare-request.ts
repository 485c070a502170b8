import { setTimeout as pause } from 'node:timers/promises'
import { monotonicMs } from './monotonic.ts'
import type { SplitNetwork } from './split-network.ts'

/**
 * How long one request takes that the service answers from memory, measured repeatedly, with rests as between trades: two processes
 * hand something to each other once, as from user to maker and from maker to solver.
 */
export async function bareRequests(
	{ dex }: Pick<SplitNetwork, 'dex'>,
	{ count, restMs }: { count: number; restMs: number },
): Promise<number[]> {
	const samples: number[] = []
	for (let n = 0; n < count; n++) {
		await pause(restMs)
		const startedMs = monotonicMs()
		await dex.info()
		samples.push(monotonicMs() - startedMs)
	}
	return samples
}
