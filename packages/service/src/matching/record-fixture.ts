import { Decimal } from '@accord/protocol'
import fc from 'fast-check'
import { offersByPriority } from '../prices/maker-offer.ts'
import type { AvailableLevel } from '../prices/maker-side.ts'
import { anyRequest, byPriority, type LevelsRequest } from './match-fixture.ts'
import { matchOrder } from './match-order.ts'
import { formatMatch } from './match-record.ts'
import { publicRecord } from './public-record.ts'

const d = Decimal.parse

/** What makers of a random match ask for: at most two have minimums, and a surplus is asked for from a minimum on, or not at all. */
const anyRules = fc.record({
	minima: fc.uniqueArray(
		fc.record({ maker: fc.constantFrom('a', 'b', 'c', 'd', 'e'), least: fc.integer({ min: 1, max: 20 }) }),
		{
			maxLength: 2,
			selector: ({ maker }) => maker,
		},
	),
	surplusMin: fc.constantFrom(undefined, d('0.001'), d('0.5'), d('4')),
	/** Twice as many makers, at prices close to those of the others. */
	isCrowded: fc.boolean(),
})

/** Public records of random matches, each with its one line. */
export function* randomRecords({ seed, count }: { seed: number; count: number }): Generator<string> {
	const perRound = 1_000
	for (let round = 0, made = 0; made < count; round++) {
		const cases = fc.sample(fc.record({ request: anyRequest, rules: anyRules }), {
			numRuns: perRound,
			seed: seed + round,
		})
		for (const { request, rules } of cases) {
			const line = made < count ? recordOf(request, rules) : undefined
			if (line === undefined) continue
			made += 1
			yield line
		}
	}
}

type Rules = typeof anyRules extends fc.Arbitrary<infer Value> ? Value : never

/** Undefined if there is no match. */
function recordOf(
	{ available, ...request }: LevelsRequest,
	{ minima, surplusMin, isCrowded }: Rules,
): string | undefined {
	const levels = isCrowded ? byPriority(request.side, crowd(available)) : available
	const leastOf = new Map<string, Decimal>(
		minima.map(({ maker, least }) => [maker, Decimal.fromInteger(BigInt(least))]),
	)
	const offers = offersByPriority(
		levels.map(level => {
			const minPart = leastOf.get(level.makerId)
			return { ...level, ...(minPart && { minPart }) }
		}),
	)
	const full = { ...request, available: offers, ...(surplusMin === undefined ? {} : { surplusMin }) }
	const match = matchOrder(full)
	if (match.kind !== 'matched') return undefined
	return publicRecord(formatMatch(full, match.parts), { order: 'subtxid_random', atMs: 0 })
}

/** A book has one level per price. */
function crowd(available: readonly AvailableLevel[]): AvailableLevel[] {
	const others = available.map(level => {
		const price = Decimal.add(level.price, d(level.changedAt === 0 ? '0' : '0.1'))
		return { ...level, makerId: `${level.makerId}2`, price, changedAt: level.changedAt + 1 }
	})
	const all = [...available, ...others]
	return [...new Map(all.map(level => [`${level.makerId} ${level.price}`, level])).values()]
}
