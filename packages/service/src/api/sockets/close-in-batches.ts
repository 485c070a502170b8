import { setTimeout as pause } from 'node:timers/promises'

const batchMin = 25
const batchesMax = 40
const betweenMs = 100

/** Calls each, some at a time, within 4 s: so those who were connected do not all come back to other nodes at once. */
export async function closeInBatches(
	closers: readonly (() => void)[],
	between: () => Promise<unknown> = () => pause(betweenMs),
): Promise<void> {
	const size = Math.max(batchMin, Math.ceil(closers.length / batchesMax))
	for (let at = 0; at < closers.length; at += size) {
		if (at > 0) await between()
		for (const close of closers.slice(at, at + size)) close()
	}
}
