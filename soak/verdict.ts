import type { Held } from '../bench/settle/service-main.ts'
import type { Phase, Soak } from './soak.ts'

const mebibyte = 1024 * 1024
/** A database's log may take this much besides the trades. */
const diskReserveBytes = 96 * mebibyte
const residentReserveBytes = 96 * mebibyte
const descriptorReserve = 16

/** Changes that hostile clients must not cause, in words; independent of the machine's speed. */
export function findHarm({ phases: [alone, beside, again], failures }: Soak): string[] {
	const perTrade = growthOf(alone, 'diskBytes') / alone.trades
	const predicted = first(alone).diskBytes + perTrade * (alone.trades + beside.trades + again.trades)
	return [
		...failures.slice(0, 5).map(failure => `an honest trade failed: ${failure}`),
		...beyond('resident memory', meanOf(later(beside)), meanOf(earlier(beside)) + residentReserveBytes),
		...beyond('descriptors', last(again).descriptors, last(alone).descriptors + descriptorReserve),
		...beyond('disk', last(again).diskBytes, predicted + diskReserveBytes),
	]
}

/**
 * Whether honest users waited more than twice as long as alone, before or after: a database that has grown is slower on
 * its own.
 */
export function findDelay({ phases: [alone, beside, again] }: Soak): string[] {
	return (['acceptedP99Ms', 'committedP99Ms'] as const).flatMap(of =>
		beyond(of, beside[of], 2 * Math.max(alone[of], again[of])),
	)
}

function beyond(what: string, found: number, bound: number): string[] {
	return found <= bound ? [] : [`${what}: ${Math.round(found)}, beyond ${Math.round(bound)}`]
}

function first({ held }: Phase): Held {
	const [sample] = held
	if (sample === undefined) throw new Error('a phase has samples')
	return sample
}

function last({ held }: Phase): Held {
	return held.at(-1) ?? first({ held } as Phase)
}

function growthOf(phase: Phase, of: keyof Held): number {
	return last(phase)[of] - first(phase)[of]
}

function earlier({ held }: Phase): readonly Held[] {
	return held.slice(Math.floor(held.length / 4), Math.floor(held.length / 2))
}

function later({ held }: Phase): readonly Held[] {
	return held.slice(Math.floor((held.length * 3) / 4))
}

function meanOf(samples: readonly Held[]): number {
	return samples.reduce((sum, { residentBytes }) => sum + residentBytes, 0) / samples.length
}
