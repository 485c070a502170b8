import { baseWorth, Decimal, exactDown, exactUp, exactValue, type PriceLevel, wholeDepth } from '@accord/protocol'
import { levelsByPriority, type MakerOffer } from '../prices/maker-offer.ts'
import { allocate, splitQuote } from './allocation.ts'
import { type MatchedPart, type MatchRequest, orderSize, sizedLike } from './match-request.ts'
import { candidateOffers, levelsOf } from './walk.ts'

// The guarantee: the exact amount is kept to the last digit, and the other is as good for the user as the makers' levels
// give, rounded to a unit: to the makers' good, or to the user's, where an order's limit depends on that unit.

/** In whose favour amounts that a leg's makers are asked for are rounded. */
export type Rounding = 'makers' | 'users'

/** Makers for one leg of a route; undefined if no set of them reaches the limit. */
export function allocateLeg(request: MatchRequest, rounding: Rounding = 'makers'): readonly MatchedPart[] | undefined {
	if (request.exact === 'quote') return allocateQuote(request, rounding)
	const parts = allocate(request)
	return rounding === 'makers' ? parts : parts?.map(part => roundedToUser(request, part))
}

function roundedToUser({ side, divisibility }: MatchRequest, part: MatchedPart): MatchedPart {
	const { sell, buy } = part.fill
	const { value } = wholeDepth(part.levels)
	if (side === 'bids') {
		const amount = Decimal.max(sell.amount, exactUp(value, divisibility.quote))
		return { ...part, fill: { sell: { ...sell, amount }, buy } }
	}
	const amount = Decimal.min(buy.amount, exactDown(value, divisibility.quote))
	return amount === 0n ? part : { ...part, fill: { sell, buy: { ...buy, amount } } }
}

/** How many better sets of makers are looked for, after which the best so far is taken. */
const improvementsMax = 16

/**
 * For an exact amount of quote: when it is sold, the makers that give the most base for it; when it is bought, those that
 * want the least.
 */
function allocateQuote(request: MatchRequest, rounding: Rounding): readonly MatchedPart[] | undefined {
	const search = new QuoteSearch(request, rounding)
	const ideal = search.baseOf(levelsByPriority(request.side, request.available))
	if (ideal === undefined || !search.isWithinLimit(ideal)) return undefined
	const found = search.match(ideal)
	if (found !== undefined || request.makersMax < 1) return found
	// The best levels belong to too many makers.
	let best = search.first()
	for (let tries = 0; best !== undefined && tries < improvementsMax; tries++) {
		const next = search.improved(best.base)
		const parts = search.match(next)
		if (parts === undefined) break
		best = { base: search.baseAmong(parts) ?? next, parts }
	}
	if (best === undefined || !search.isWithinLimit(best.base)) return undefined
	return search.match(best.base) ?? best.parts
}

type Found = { readonly base: Decimal; readonly parts: readonly MatchedPart[] }

class QuoteSearch {
	readonly #request: MatchRequest
	readonly #quote: Decimal
	readonly #limit: Decimal
	readonly #isSold: boolean
	readonly #rounding: Rounding

	constructor(request: MatchRequest, rounding: Rounding) {
		const { base, quote } = orderSize(request)
		this.#request = request
		this.#quote = quote
		this.#limit = base
		this.#isSold = request.side === 'asks'
		this.#rounding = rounding
	}

	isWithinLimit(base: Decimal): boolean {
		return base > 0n && (this.#isSold ? base >= this.#limit : base <= this.#limit)
	}

	/** The base that these levels give or want for the exact quote; undefined if they hold too little. */
	baseOf(levels: Iterable<PriceLevel>): Decimal | undefined {
		const walked: PriceLevel[] = []
		let left = this.#quote * Decimal.one
		for (const level of levels) {
			if (left <= 0n) break
			walked.push(level)
			left -= exactValue(level.price, level.amount)
		}
		if (left > 0n) return undefined
		const round = this.#isSold === (this.#rounding === 'makers') ? 'down' : 'up'
		return baseWorth(walked, { quote: this.#quote, round, decimalPlaces: this.#request.divisibility.base })
	}

	/** One unit better for the user. */
	improved(base: Decimal): Decimal {
		const unit = Decimal.unit(this.#request.divisibility.base)
		return this.#isSold ? Decimal.add(base, unit) : Decimal.subtract(base, unit)
	}

	/** What the makers of these parts give or want together. */
	baseAmong(parts: readonly MatchedPart[]): Decimal | undefined {
		const makers = new Set(parts.map(({ makerId }) => makerId))
		const { side, available } = this.#request
		return this.baseOf(
			levelsByPriority(
				side,
				available.filter(({ makerId }) => makers.has(makerId)),
			),
		)
	}

	/** The best of single makers and of those with the best levels. */
	first(): Found | undefined {
		const { side, available, makersMax } = this.#request
		const offers = candidateOffers(side, available)
		const prefixes = offers.slice(1, makersMax).map((_, at) => offers.slice(0, at + 2))
		const sets = [...offers.map(offer => [offer]), ...prefixes]
		const bases = sets.flatMap((set: readonly (typeof offers)[number][]) => this.baseOf(levelsOf(set)) ?? [])
		bases.sort((a, b) => (this.#isSold ? Decimal.compare(b, a) : Decimal.compare(a, b)))
		for (const base of bases) {
			const parts = this.match(base)
			if (parts !== undefined) return { base, parts }
		}
		return undefined
	}

	/** The best makers for these amounts. */
	match(base: Decimal): readonly MatchedPart[] | undefined {
		if (base <= 0n) return undefined
		const { surplusMin: _, exact: __, ...request } = this.#request
		const { side, limitOrder, divisibility } = request
		const allowance = this.#rounding === 'makers' ? Decimal.zero : this.#worthOfUnit(request.available)
		const quote = this.#isSold ? Decimal.add(this.#quote, allowance) : Decimal.subtract(this.#quote, allowance)
		if (quote <= 0n) return undefined
		const parts = allocate({ ...request, limitOrder: sizedLike(limitOrder, side, { base, quote }) })
		if (parts === undefined || allowance === 0n) return parts
		const quotes = splitQuote(this.#quote, {
			values: parts.map(({ levels }) => wholeDepth(levels).value),
			divisibility: divisibility.quote,
		})
		return parts.map((part, at) => this.#withQuote(part, quotes[at] ?? Decimal.zero))
	}

	#withQuote({ fill: { sell, buy }, ...part }: MatchedPart, amount: Decimal): MatchedPart {
		const fill = this.#isSold ? { sell, buy: { ...buy, amount } } : { sell: { ...sell, amount }, buy }
		return { ...part, fill, limitQuote: amount }
	}

	/** The most that a unit of base is worth in these offers. */
	#worthOfUnit(offers: readonly MakerOffer[]): Decimal {
		const prices = offers.flatMap(({ levels }) => levels.map(({ price }) => price))
		const unit = Decimal.unit(this.#request.divisibility.base)
		return exactUp(exactValue(prices.reduce(Decimal.max, Decimal.zero), unit), 18)
	}
}
