import { Decimal } from './decimal.ts'
import { type Pair, pairKey } from './pair.ts'
import { type PriceLevel, readSide } from './price-level.ts'
import type { Token } from './token.ts'
import { type ErrorItem, TradeError } from './trade-error.ts'
import type { PriceBookWire } from './wire/primitives.ts'

/** What one maker offers in one pair, best level first on both sides (specification, Price book update). */
export type PriceBook = {
	readonly pair: Pair
	readonly bids: readonly PriceLevel[]
	readonly asks: readonly PriceLevel[]
}

/** What a price book is read against: tokens by symbol, pairs by {@link pairKey}. */
export type PriceBookRules = {
	readonly tokens: ReadonlyMap<string, Token>
	readonly pairs: ReadonlyMap<string, Pair>
	/** Levels allowed on each side; 50 when absent. */
	readonly maxLevels?: number
}

/**
 * Reads a maker's book. Both sides empty means that the maker stops trading the pair.
 * It is refused as a whole; `errors` points to every wrong level, relative to the book.
 * @throws TradeError `invalid_price_book`, or `unknown_pair` for a pair that is not traded or is inverted
 */
export function parsePriceBook(wire: unknown, { tokens, pairs, maxLevels = 50 }: PriceBookRules): PriceBook {
	if (typeof wire !== 'object' || wire === null) throw invalidPriceBook([wrong('', 'an object {pair, bids, asks}')])
	const { pair: pairWire, bids: bidsWire, asks: asksWire } = wire as Record<string, unknown>
	const pair = readPair(pairWire, pairs)
	const divisibility = tokens.get(pair.base)?.divisibility
	if (divisibility === undefined) throw unknownPair(pair)
	const errors: ErrorItem[] = []
	const rules = { divisibility, maxLevels, errors }
	const bids = readSide(bidsWire, { ...rules, side: 'bids' })
	const asks = readSide(asksWire, { ...rules, side: 'asks' })
	if (errors.length === 0) findCrossed(bids, asks, errors)
	if (errors.length > 0) throw invalidPriceBook(errors)
	return { pair, bids, asks }
}

/** The wire's price book. */
export function formatPriceBook(book: PriceBook): PriceBookWire {
	return { pair: { ...book.pair }, bids: book.bids.map(formatLevel), asks: book.asks.map(formatLevel) }
}

function formatLevel({ price, amount }: PriceLevel): [string, string] {
	return [Decimal.format(price), Decimal.format(amount)]
}

function readPair(wire: unknown, pairs: ReadonlyMap<string, Pair>): Pair {
	const { base, quote } = (typeof wire === 'object' && wire !== null ? wire : {}) as Record<string, unknown>
	if (typeof base !== 'string' || typeof quote !== 'string') {
		throw invalidPriceBook([wrong('/pair', 'an object {base, quote} of two symbols')])
	}
	const pair = pairs.get(pairKey({ base, quote }))
	if (pair !== undefined) return pair
	throw unknownPair({ base, quote }, pairs.get(pairKey({ base: quote, quote: base })))
}

function findCrossed(bids: readonly PriceLevel[], asks: readonly PriceLevel[], errors: ErrorItem[]): void {
	const bestAsk = asks[0]?.price
	if (bestAsk === undefined) return
	for (const [place, { price }] of bids.entries()) {
		if (price <= bestAsk) return
		const expected = `at most the best ask, ${Decimal.format(bestAsk)}`
		errors.push({ pointer: `/bids/${place}/0`, rule: 'crossed', expected, found: Decimal.format(price) })
	}
}

function unknownPair(pair: Pair, inverted?: Pair): TradeError {
	const found = pairKey(pair).slice(0, 128)
	const expected = inverted === undefined ? 'a pair of GET /trade/token_pairs' : pairKey(inverted)
	const errors = [{ pointer: '/pair', rule: 'unknown_pair', expected, found }]
	return new TradeError('unknown_pair', `${found} is not traded: expected ${expected}`, { errors })
}

function invalidPriceBook(errors: readonly ErrorItem[]): TradeError {
	return new TradeError('invalid_price_book', undefined, { errors })
}

function wrong(pointer: string, expected: string): ErrorItem {
	return { pointer, rule: 'shape', expected }
}
