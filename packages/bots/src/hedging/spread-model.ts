import { Decimal, type Pair, type PriceBook, type PriceLevel } from '@accord/protocol'

/** How a hedging maker quotes around a venue's prices. Fractions are of the price, amounts in base. */
export type SpreadModel = {
	/** From the venue's price to the first level. */
	readonly width: Decimal
	/** From each level to the next. */
	readonly step: Decimal
	readonly levels: number
	/** The amount of each level. */
	readonly size: Decimal
	/** How far the prices move, against the inventory, when it is at its maximum. */
	readonly skew: Decimal
	/** The furthest that the inventory may be from its target: there a side has nothing left. */
	readonly inventoryMax: Decimal
}

/** What bounds the two sides, in base or quote. */
export type Stock = {
	/** Base on the ledger beyond the target; negative: short of it. */
	readonly inventory: Decimal
	/** What can be sold on the ledger. */
	readonly ledger: { readonly base: Decimal; readonly quote: Decimal }
	/** What a hedge can be paid with at the venue. */
	readonly venue: { readonly base: Decimal; readonly quote: Decimal }
}

type Best = { readonly bid: Decimal; readonly ask: Decimal }

const pricePlaces = 10
const amountPlaces = 6

/**
 * The book around a venue's best prices. With the inventory `q` beyond its target, at most `Q`, and the venue's mid
 * price `m`:
 *
 *     r = m × (1 − skew × q / Q)
 *     bid(n) = min(r, venue's bid) × (1 − width − n × step)
 *     ask(n) = max(r, venue's ask) × (1 + width + n × step)
 *
 * So no bid is above the venue's and no ask below it, and bids are below asks. All bids together buy at most `Q − q`,
 * what the ledger's quote can pay and what the venue's base can hedge; asks are bounded likewise.
 */
export function quoteAround(
	{ pair, places }: { readonly pair: Pair; readonly places: number },
	best: Best,
	stock: Stock,
	model: SpreadModel,
): PriceBook {
	const { inventoryMax, skew, levels, width, step } = model
	const q = Decimal.max(Decimal.negate(inventoryMax), Decimal.min(inventoryMax, stock.inventory))
	const mid = ((best.bid + best.ask) / 2n) as Decimal
	const moved = Decimal.mulDown(mid, Decimal.divDown(Decimal.mulDown(skew, q), inventoryMax))
	const centre = Decimal.subtract(mid, moved)
	const from = { bids: Decimal.min(centre, best.bid), asks: Decimal.max(centre, best.ask) }
	const distances = Array.from({ length: levels }, (_, n) => Decimal.add(width, (step * BigInt(n)) as Decimal))
	const bids = distances.map(distance =>
		Decimal.roundDown(Decimal.mulDown(from.bids, Decimal.subtract(Decimal.one, distance)), pricePlaces),
	)
	const asks = distances.map(distance =>
		Decimal.roundUp(Decimal.mulUp(from.asks, Decimal.add(Decimal.one, distance)), pricePlaces),
	)
	const buys = Decimal.min(Decimal.subtract(inventoryMax, q), stock.venue.base)
	const hedgeable = Decimal.divDown(stock.venue.quote, best.ask)
	const sells = Decimal.min(Decimal.min(Decimal.add(inventoryMax, q), hedgeable), stock.ledger.base)
	const amountOf = (amount: Decimal) => Decimal.roundDown(amount, Math.min(places, amountPlaces))
	return {
		pair,
		bids: sideOf(bids, { ...model, base: buys, quote: stock.ledger.quote, amountOf }),
		asks: sideOf(asks, { ...model, base: sells, quote: undefined, amountOf }),
	}
}

type Budget = {
	readonly size: Decimal
	/** How much base the side may trade. */
	readonly base: Decimal
	/** How much quote it may cost; undefined: that does not matter. */
	readonly quote: Decimal | undefined
	readonly amountOf: (amount: Decimal) => Decimal
}

/** The levels from the best price on, while the budget lasts. */
function sideOf(prices: readonly Decimal[], { size, base, quote, amountOf }: Budget): PriceLevel[] {
	let [baseLeft, quoteLeft] = [base, quote]
	return prices.flatMap((price, n) => {
		if (price === prices[n - 1] || !Decimal.isPositive(price)) return []
		const affordable = quoteLeft === undefined ? baseLeft : Decimal.divDown(quoteLeft, price)
		const amount = amountOf(Decimal.min(size, Decimal.min(baseLeft, affordable)))
		if (!Decimal.isPositive(amount)) return []
		baseLeft = Decimal.subtract(baseLeft, amount)
		if (quoteLeft !== undefined) quoteLeft = Decimal.subtract(quoteLeft, Decimal.mulUp(amount, price))
		return [{ price, amount }]
	})
}
