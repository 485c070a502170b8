import { percentile } from './percentile.ts'
import type { Served } from './served/served.ts'
import { printTable } from './table.ts'

/** The result of one round: throughput per second, and what each piece cost the server. */
export type Round = { readonly perSecond: number; readonly cpuUs: number }

/** One side of a comparison. Its round does some work and says how much of it there was. */
export type Side = {
	readonly name: string
	readonly served: Pick<Served<unknown>, 'cpuMs'>
	/** Returns how many pieces were done, and how long the work took if that differs from the length of the round. */
	readonly round: () => Promise<{ count: number; ms?: number }>
}

/** Rounds of all sides in turn, so that all see the same machine; the first round of each is a warm-up. */
export async function alternate(sides: readonly Side[], rounds: number): Promise<Round[][]> {
	const results: Round[][] = sides.map(() => [])
	for (let n = 0; n <= rounds; n++) {
		for (const [place, side] of sides.entries()) {
			const round = await measure(side)
			if (n > 0) results[place]?.push(round)
		}
	}
	return results
}

async function measure({ served, round }: Side): Promise<Round> {
	const cpuMs = await served.cpuMs()
	const startedMs = performance.now()
	const { count, ms = performance.now() - startedMs } = await round()
	const usedMs = (await served.cpuMs()) - cpuMs
	return { perSecond: (1000 * count) / ms, cpuUs: (1000 * usedMs) / count }
}

/** Prints both sides' medians; the ratio is the median of the ratios of each pair of rounds. */
export function printRounds(
	[ours, theirs]: readonly [Side, Side],
	[oursRounds = [], theirsRounds = []]: readonly Round[][],
	{ what, aim }: { what: string; aim: number },
): void {
	const median = (values: readonly number[]) => percentile(values, 0.5)
	const row = ({ name }: Side, rounds: readonly Round[]) => [
		name,
		median(rounds.map(({ perSecond }) => perSecond)).toFixed(0),
		`${median(rounds.map(({ cpuUs }) => cpuUs)).toFixed(1)} µs`,
	]
	const speed = oursRounds.map(({ perSecond }, at) => perSecond / (theirsRounds[at]?.perSecond ?? Number.NaN))
	const cost = oursRounds.map(({ cpuUs }, at) => (theirsRounds[at]?.cpuUs ?? Number.NaN) / cpuUs)
	printTable(
		['', `${what} a second`, 'processor time each'],
		[
			row(ours, oursRounds),
			row(theirs, theirsRounds),
			[`ratio (aim ≥ ${aim})`, `${median(speed).toFixed(2)} ×`, `${median(cost).toFixed(2)} ×`],
		],
	)
}
