import { Decimal } from '@accord/protocol'
import { isVenueError, precisionModes, type Venue, type VenueNumber, type VenueOrder } from './venue.ts'
import { readVenueNumber, toVenueNumber } from './venue-number.ts'

/** What one may trade at a venue: steps and least amounts. Amounts are in base, prices in quote per base. */
export type MarketRules = {
	readonly base: string
	readonly quote: string
	/** The step of amounts. */
	readonly lot: Decimal
	/** The step of prices. */
	readonly tick: Decimal
	readonly amountMin: Decimal
	readonly amountMax: Decimal
	/** The least worth of an order, in quote. */
	readonly costMin: Decimal
	/** The fee of an order that takes, as a fraction. */
	readonly taker: Decimal
}

/** The best prices of a venue's book. */
export type BestPrices = { readonly bid: Decimal; readonly ask: Decimal; readonly atMs: number | undefined }

/** An order to take at once what there is, at no worse than its price. */
export type HedgeOrder = {
	/** The order's id at the venue, too. */
	readonly id: string
	readonly side: 'buy' | 'sell'
	readonly amount: Decimal
	readonly price: Decimal
}

/** What became of an order: the base that it brought (negative: took), fees included, and its worth in quote. */
export type Executed = { readonly base: Decimal; readonly cost: Decimal }

/** What a venue answered: `refused` if there is no such order, `unknown` if it may exist. */
export type Placed =
	| { readonly kind: 'executed'; readonly executed: Executed }
	| { readonly kind: 'refused' | 'unknown'; readonly reason: string }

/** One market of a venue, in our decimals. */
export class VenueMarket {
	readonly rules: MarketRules
	readonly #venue: Venue
	readonly #symbol: string

	private constructor(venue: Venue, symbol: string, rules: MarketRules) {
		this.#venue = venue
		this.#symbol = symbol
		this.rules = rules
	}

	/** @throws Error if the venue has no such market, or no precision that orders can be rounded to */
	static async open(venue: Venue, symbol: string): Promise<VenueMarket> {
		await venue.loadMarkets()
		return new VenueMarket(venue, symbol, rulesOf(venue, symbol))
	}

	/** The best prices now. @throws Error if a side is empty, or the book crossed */
	async bestPrices(): Promise<BestPrices> {
		const { bids, asks, timestamp } = await this.#venue.fetchOrderBook(this.#symbol, 20)
		const [bid, ask] = [readVenueNumber(bids[0]?.[0]), readVenueNumber(asks[0]?.[0])]
		if (bid === undefined || ask === undefined || !Decimal.isPositive(bid) || ask <= bid)
			throw new Error(`the book of ${this.#symbol} at ${this.#venue.id} has no prices, or crossed ones`)
		return { bid, ask, atMs: timestamp ?? undefined }
	}

	/** What can be traded with at once. */
	async free(): Promise<{ readonly base: Decimal; readonly quote: Decimal }> {
		const balances = (await this.#venue.fetchBalance()) as Readonly<Record<string, { free?: VenueNumber } | undefined>>
		const freeOf = (currency: string) => readVenueNumber(balances[currency]?.free) ?? Decimal.zero
		return { base: freeOf(this.rules.base), quote: freeOf(this.rules.quote) }
	}

	/** An amount and a price that the venue takes, or undefined if the amount is too small for it. */
	rounded({ side, amount, price }: Omit<HedgeOrder, 'id'>): Omit<HedgeOrder, 'id'> | undefined {
		const { lot, tick, amountMin, amountMax, costMin } = this.rules
		const whole = toStep(Decimal.min(amount, amountMax), lot)
		const least = toStep(price, tick)
		const bound = side === 'sell' || least === price ? least : Decimal.add(least, tick)
		if (whole < Decimal.max(amountMin, lot) || !Decimal.isPositive(bound)) return undefined
		return Decimal.mulDown(whole, bound) < costMin ? undefined : { side, amount: whole, price: bound }
	}

	/** Places an order. An id that the venue knows already is not a second order: that one's end is returned. */
	async place({ id, side, amount, price }: HedgeOrder): Promise<Placed> {
		const params = { clientOrderId: id, timeInForce: 'IOC' }
		let order: VenueOrder
		try {
			const [units, bound] = [toVenueNumber(amount), toVenueNumber(price)]
			order = await this.#venue.createOrder(this.#symbol, 'limit', side, units, bound, params)
		} catch (error) {
			const reason = textOf(error)
			if (isVenueError(error, 'DuplicateOrderId')) return (await this.find({ id, side })) ?? { kind: 'unknown', reason }
			return { kind: isRefusal(error) ? 'refused' : 'unknown', reason }
		}
		const executed = this.#executed(order, side)
		if (executed !== undefined) return { kind: 'executed', executed }
		// The venue took it: whatever it answers now, it was not refused.
		const found = await this.#find(side, order.id === undefined ? { id } : { venueId: order.id })
		return found ?? { kind: 'unknown', reason: 'the venue does not show it yet' }
	}

	/** What became of an order with this id; undefined if the venue knows none. */
	find({ id, side }: Pick<HedgeOrder, 'id' | 'side'>): Promise<Placed | undefined> {
		return this.#find(side, { id })
	}

	async #find(
		side: 'buy' | 'sell',
		by: { readonly id: string } | { readonly venueId: string },
	): Promise<Placed | undefined> {
		try {
			const order = await ('id' in by
				? this.#venue.fetchOrder('', this.#symbol, { clientOrderId: by.id })
				: this.#venue.fetchOrder(by.venueId, this.#symbol))
			const executed = this.#executed(order, side)
			return executed === undefined ? { kind: 'unknown', reason: 'it is still open' } : { kind: 'executed', executed }
		} catch (error) {
			return isVenueError(error, 'OrderNotFound') ? undefined : { kind: 'unknown', reason: textOf(error) }
		}
	}

	/** Undefined while the order is open, or if the venue does not say how much of it was filled. */
	#executed({ status, filled, cost, fee, fees }: VenueOrder, side: 'buy' | 'sell'): Executed | undefined {
		const amount = readVenueNumber(filled)
		if (amount === undefined || status === undefined || status === 'open') return undefined
		const all = fees !== undefined && fees.length > 0 ? fees : [fee]
		const inBase = all.filter(each => each?.currency === this.rules.base).map(each => readVenueNumber(each?.cost))
		const paid = Decimal.sum(inBase.map(each => each ?? Decimal.zero))
		const moved = side === 'buy' ? amount : Decimal.negate(amount)
		return { base: Decimal.subtract(moved, paid), cost: readVenueNumber(cost) ?? Decimal.zero }
	}
}

function textOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error)
}

/** CCXT's bare ExchangeError says nothing definite: what it stands for is looked up. */
function isRefusal(error: unknown): boolean {
	if (error instanceof RangeError) return true
	return isVenueError(error, 'ExchangeError') && Object(error).constructor.name !== 'ExchangeError'
}

function rulesOf(venue: Venue, symbol: string): MarketRules {
	const { base, quote, spot, precision, limits, taker } = venue.market(symbol)
	if (spot === false) throw new Error(`${symbol} at ${venue.id} is not a spot market`)
	const lot = stepOf(precision.amount, venue)
	const tick = stepOf(precision.price, venue)
	if (lot === undefined || tick === undefined) throw new Error(`${venue.id} states no precision of ${symbol} in steps`)
	return {
		...{ base, quote, lot, tick },
		amountMin: readVenueNumber(limits.amount?.min) ?? Decimal.zero,
		amountMax: readVenueNumber(limits.amount?.max) ?? Decimal.largest,
		costMin: readVenueNumber(limits.cost?.min) ?? Decimal.zero,
		taker: readVenueNumber(taker) ?? Decimal.zero,
	}
}

function stepOf(value: VenueNumber, { precisionMode }: Venue): Decimal | undefined {
	if (precisionMode === precisionModes.tickSize) {
		const step = readVenueNumber(value)
		return step !== undefined && Decimal.isPositive(step) ? step : undefined
	}
	const places = Number(value ?? Number.NaN)
	const isPlaces = precisionMode === precisionModes.decimalPlaces && Number.isInteger(places)
	return isPlaces && places >= 0 && places <= 18 ? Decimal.unit(places) : undefined
}

function toStep(value: Decimal, step: Decimal): Decimal {
	return ((value / step) * step) as Decimal
}
