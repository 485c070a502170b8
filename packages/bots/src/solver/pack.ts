import { itemsPerRootMax } from '@accord/ledger'
import type { WaitingBundle } from './bundle-queue.ts'

/** Execution units that a root may use: a tenth of the ledger's 100 million is left for what an estimate misses. */
export const unitsPerRootMax = 90_000_000

// Measured: a wrapped order without a prefix, and what a root costs besides its items.
const unitsPerItem = 3_500_000
const unitsFixed = 3_500_000

/**
 * The bundles of the next root, taken from the front of `ready`. Whole bundles only; one with a prefix, or one that has failed
 * alone, goes by itself.
 */
export function packRoot(ready: readonly WaitingBundle[]): WaitingBundle[] {
	const [first] = ready
	if (first === undefined || goesAlone(first)) return ready.slice(0, 1)
	const packed: WaitingBundle[] = []
	let items = 0
	for (const bundle of ready) {
		if (goesAlone(bundle) || !fits(items + bundle.items.length)) continue
		packed.push(bundle)
		items += bundle.items.length
	}
	return packed.length > 0 ? packed : ready.slice(0, 1)
}

/** Two halves of a root that failed, to be tried one after the other. */
export function splitRoot<T>(bundles: readonly T[]): [T[], T[]] {
	const middle = Math.ceil(bundles.length / 2)
	return [bundles.slice(0, middle), bundles.slice(middle)]
}

function goesAlone({ hasPrefix, failures }: WaitingBundle): boolean {
	return hasPrefix || failures > 0
}

function fits(items: number): boolean {
	return items <= itemsPerRootMax && unitsFixed + items * unitsPerItem <= unitsPerRootMax
}
