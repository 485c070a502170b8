import { Decimal, exactValue } from '@accord/protocol'
import { levelsByPriority, type MakerOffer, offerOf } from '../prices/maker-offer.ts'
import { type MatchedPart, type MatchRequest, orderSize } from './match-request.ts'
import { totalValue, walkLevels } from './walk.ts'

/**
 * The offers that a match depended on: matching them alone gives the same parts. Where one maker fills the order as well as all
 * levels together would, matching looks at no maker after it, and at no level beyond the order's size; otherwise at everything.
 */
export function offersLookedAt(request: MatchRequest, parts: readonly MatchedPart[]): readonly MakerOffer[] {
	const { available, side } = request
	const { base } = orderSize(request)
	const [alone, ...others] = parts
	const best = walkLevels(levelsByPriority(side, available), base)
	if (alone === undefined || others.length > 0 || best === undefined) return available
	const value = alone.levels.reduce((total, { price, amount }) => total + exactValue(price, amount), 0n)
	if (value !== totalValue(best)) return available
	const last = available.findIndex(({ makerId }) => makerId === alone.makerId)
	const walked = new Set(best.map(({ makerId }) => makerId))
	const lookedAt = available.filter(({ makerId }, index) => index <= last || walked.has(makerId))
	return lookedAt.flatMap(offer => upTo(base, offer) ?? [])
}

/** The best levels of an offer that hold an amount of base. */
function upTo(base: Decimal, { levels }: MakerOffer): MakerOffer | undefined {
	let held = Decimal.zero
	const end = levels.findIndex(({ amount }) => {
		held = Decimal.add(held, amount)
		return held >= base
	})
	return offerOf(end === -1 ? levels : levels.slice(0, end + 1))
}
