import { Decimal } from '../amount/decimal.ts'
import { type Pair, pairKey } from '../amount/pair.ts'
import type { Token } from '../amount/token.ts'
import type { ErrorItem } from '../error/error-item.ts'
import { shown } from '../error/shown.ts'
import { TradeError } from '../error/trade-error.ts'
import { textWire } from '../fields.ts'
import type { ValueOf } from '../message.ts'
import { isText } from '../text.ts'
import { OrderBook } from './order-book.ts'
import type { PriceLevel, Side } from './price-level.ts'
import { exactValue, exceedsLedger } from './walk.ts'

/** One maker's offers in one pair, best level first on both sides (specification, Price book update). */
export type PriceBook = ValueOf<typeof PriceBook>
/** Params of platform.price_books.on_change; the service reads them with {@link parsePriceBook}, which reports every invalid level. */
export const PriceBook = OrderBook.extend({
	netOf: textWire
		.min(1)
		.max(128)
		.optional()
		.describe(
			'The book already accounts for this order and for every order that you were sent before it: they are not subtracted from it, later ones are. Absent: everything open is.',
		),
})

/** The market that a price book is checked against: tokens by symbol, pairs by {@link pairKey}. */
export type PriceBookRules = {
	readonly tokens: ReadonlyMap<string, Token>
	readonly pairs: ReadonlyMap<string, Pair>
	/** Levels allowed on each side; 50 when absent. */
	readonly maxLevels?: number
}

/**
 * Reads a maker's book. Both sides empty means that the maker stops trading the pair. A book with any error is refused
 * entirely; `errors` points to every wrong level, relative to the book.
 * @throws TradeError `invalid_price_book`, or `unknown_pair` for a pair that makers do not quote or that is inverted
 */
export function parsePriceBook(wire: unknown, { tokens, pairs, maxLevels = 50 }: PriceBookRules): PriceBook {
	if (typeof wire !== 'object' || wire === null) throw invalidPriceBook([wrong('', 'an object {pair, bids, asks}')])
	const { pair: pairWire, bids: bidsWire, asks: asksWire, net_of: netOfWire } = wire as Record<string, unknown>
	const pair = readPair(pairWire, pairs)
	const divisibility = tokens.get(pair.base)?.divisibility
	if (divisibility === undefined) throw unknownPair(pair)
	const errors: ErrorItem[] = []
	const rules = { divisibility, maxLevels, errors }
	const bids = readSide(bidsWire, { ...rules, side: 'bids' })
	const asks = readSide(asksWire, { ...rules, side: 'asks' })
	const netOf = readNetOf(netOfWire, errors)
	if (errors.length === 0) {
		findTooLarge(bids, { side: 'bids', errors })
		findTooLarge(asks, { side: 'asks', errors })
		findCrossed(bids, asks, errors)
	}
	if (errors.length > 0) throw invalidPriceBook(errors)
	return { pair, bids, asks, ...(netOf === undefined ? {} : { netOf }) }
}

/** The traded pair of a book, even of a refused one; undefined if it names none. */
export function pairOfPriceBook(wire: unknown, { pairs }: Pick<PriceBookRules, 'pairs'>): Pair | undefined {
	if (typeof wire !== 'object' || wire === null || !('pair' in wire)) return undefined
	const { base, quote } = (wire.pair ?? {}) as Record<string, unknown>
	return typeof base === 'string' && typeof quote === 'string' ? pairs.get(pairKey({ base, quote })) : undefined
}

const orderIdLengthMax = 128

/** Null means absent, as everywhere. */
function readNetOf(wire: unknown, errors: ErrorItem[]): string | undefined {
	if (wire === undefined || wire === null) return undefined
	if (typeof wire === 'string' && wire !== '' && wire.length <= orderIdLengthMax && isText(wire)) return wire
	const found = shown(wire)
	errors.push({ pointer: '/net_of', rule: 'shape', expected: 'the id of an order that you were sent', found })
	return undefined
}

function readPair(wire: unknown, pairs: ReadonlyMap<string, Pair>): Pair {
	const { base, quote } = (typeof wire === 'object' && wire !== null ? wire : {}) as Record<string, unknown>
	if (typeof base !== 'string' || typeof quote !== 'string') {
		throw invalidPriceBook([{ ...wrong('/pair', 'an object {base, quote} of two symbols'), found: shown(wire) }])
	}
	const pair = pairs.get(pairKey({ base, quote }))
	if (pair !== undefined) return pair
	throw unknownPair({ base, quote }, pairs.get(pairKey({ base: quote, quote: base })))
}

/** How one side of a maker's book is read; violations are appended to `errors`. */
type SideRules = {
	readonly side: Side
	readonly divisibility: number
	readonly maxLevels: number
	readonly errors: ErrorItem[]
}

/** Reads one side, best price first. A side that is too long is not read at all, so that its refusal stays cheap. */
function readSide(wire: unknown, rules: SideRules): PriceLevel[] {
	const { side, maxLevels, errors } = rules
	const pointer = `/${side}`
	if (!Array.isArray(wire)) {
		errors.push({ pointer, rule: 'shape', expected: 'an array of [price, amount]', found: shown(wire) })
		return []
	}
	if (wire.length > maxLevels) {
		errors.push({ pointer, rule: 'too_many_levels', expected: `at most ${maxLevels} levels`, found: `${wire.length}` })
		return []
	}
	const levels: PriceLevel[] = []
	for (let place = 0; place < wire.length; place++) readLevel(wire[place], place, levels, rules)
	return levels
}

function readLevel(wire: unknown, place: number, levels: PriceLevel[], rules: SideRules): void {
	const { side, divisibility, errors } = rules
	if (!Array.isArray(wire) || wire.length !== 2) {
		const pointer = `/${side}/${place}`
		const expected = 'an array [price, amount] of two decimals in quotes'
		errors.push({ pointer, rule: 'shape', expected, found: shown(wire) })
		return
	}
	const price = readPositive(wire[0], { place, part: 0 }, rules)
	const amount = readPositive(wire[1], { place, part: 1 }, rules)
	if (amount !== undefined && !Decimal.fits(amount, divisibility)) {
		const expected = `at most ${divisibility} decimal places`
		errors.push({ pointer: `/${side}/${place}/1`, rule: 'divisibility', expected, found: Decimal.format(amount) })
	}
	if (price === undefined) return
	const before = levels.at(-1)?.price
	if (before !== undefined) findDisorder(price, before, place, rules)
	levels.push({ price, amount: amount ?? Decimal.zero })
}

type Place = { readonly place: number; readonly part: 0 | 1 }

function readPositive(wire: unknown, { place, part }: Place, { side, errors }: SideRules): Decimal | undefined {
	const value = Decimal.tryParse(wire)
	if (value !== undefined && value > 0n) return value
	const pointer = `/${side}/${place}/${part}`
	const rule = value === undefined ? 'invalid_decimal' : 'not_positive'
	const expected = value === undefined ? 'a decimal in quotes with at most 18 decimal places' : 'more than 0'
	errors.push({ pointer, rule, expected, found: shown(wire) })
	return undefined
}

function findDisorder(price: Decimal, before: Decimal, place: number, { side, errors }: SideRules): void {
	const better = side === 'bids' ? price > before : price < before
	if (!better && price !== before) return
	const rule = better ? 'unsorted' : 'duplicate_price'
	const expected = `${side === 'bids' ? 'below' : 'above'} ${Decimal.format(before)}, since the best price comes first`
	errors.push({ pointer: `/${side}/${place}/0`, rule, expected, found: Decimal.format(price) })
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

/** Names the level with which a side, in either token, becomes more than the ledger can hold. */
function findTooLarge(levels: readonly PriceLevel[], { side, errors }: Pick<SideRules, 'side' | 'errors'>): void {
	let [base, value] = [Decimal.zero, 0n]
	for (const [place, { price, amount }] of levels.entries()) {
		base = Decimal.add(base, amount)
		value += exactValue(price, amount)
		if (!exceedsLedger({ base, value })) continue
		const expected = `at most ${Decimal.format(Decimal.largest)} of each token in all levels of a side together`
		errors.push({ pointer: `/${side}/${place}`, rule: 'too_large', expected })
		return
	}
}

function unknownPair(pair: Pair, inverted?: Pair): TradeError {
	const found = pairKey(pair).slice(0, 128)
	const expected = inverted === undefined ? 'a pair of GET /trade/token_pairs that makers quote' : pairKey(inverted)
	const errors = [{ pointer: '/pair', rule: 'unknown_pair', expected, found }]
	return new TradeError('unknown_pair', `makers do not quote ${found}: expected ${expected}`, { errors })
}

function invalidPriceBook(errors: readonly ErrorItem[]): TradeError {
	const [first, ...others] = errors.map(({ pointer, expected, found }) =>
		[pointer === '' ? 'the book' : pointer, `expected ${expected}`, found === undefined ? '' : `found ${found}`]
			.filter(part => part !== '')
			.join(', '),
	)
	const more = others.length === 0 ? '' : `; and ${others.length} more`
	return new TradeError('invalid_price_book', `Invalid price book: ${first}${more}`, { errors })
}

function wrong(pointer: string, expected: string): ErrorItem {
	return { pointer, rule: 'shape', expected }
}
