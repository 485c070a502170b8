import {
	Decimal,
	exactValue,
	exceedsLedger,
	flashMethods,
	type JsonRpcCall,
	type Pair,
	type PriceBook,
	type PriceBookRules,
	type PriceLevel,
	pairKey,
} from '@accord/protocol'
import { PlainJson } from './plain-json.ts'

// The guarantee: a message that is read here is one that JSON.parse and parsePriceBook accept, and means the same.
// Anything invalid or written in an unusual way is left to them, and they report the error.

/** Params that have already been read as a price book. */
export class ReadPriceBook {
	readonly [member: string]: unknown
	readonly book: PriceBook

	constructor(book: PriceBook) {
		this.book = book
	}

	get pair(): Pair {
		return this.book.pair
	}
}

/**
 * Reads a notification that replaces a price book in one pass over its text: parsing it as JSON first would take longer
 * than everything else (`npm run bench -- ingest`). Undefined for anything else.
 */
export function readPriceBookMessage(text: string, rules: PriceBookRules): JsonRpcCall | undefined {
	const json = new PlainJson(text)
	const message = json.object({
		jsonrpc: () => only('2.0', json.word()),
		method: () => only(flashMethods.priceBookChanged, json.word()),
		params: () => readBook(json, rules),
	})
	if (message?.method === undefined || message.params === undefined || !json.isAtEnd()) return undefined
	return { method: message.method, params: new ReadPriceBook(message.params) }
}

/**
 * The traded pair of a notification that replaces a price book, read without reading the book; undefined for anything
 * that might be another message, such as a request, or that names its pair after its levels. Whether the book is valid
 * stays open.
 */
export function pairOfBookMessage(text: string, { pairs }: Pick<PriceBookRules, 'pairs'>): Pair | undefined {
	// A request has an id; with an escape, any member could be written in another way.
	if (text.includes('"id"') || text.includes('\\') || !namedOnce.every(name => isOnce(text, name))) return undefined
	const json = new PlainJson(text)
	let pair: Pair | undefined
	json.object({
		jsonrpc: () => only('2.0', json.word()),
		method: () => only(flashMethods.priceBookChanged, json.word()),
		params: () => {
			json.object({
				pair: () => {
					pair = readPair(json, pairs)
					// Nothing after it is read.
					return undefined
				},
			})
			return undefined
		},
	})
	return pair
}

/** Of two members of one name, JSON.parse takes the last. */
const namedOnce = ['"method"', '"params"', '"pair"']

function isOnce(text: string, part: string): boolean {
	return text.indexOf(part) === text.lastIndexOf(part)
}

function only<T extends string>(expected: T, found: string | undefined): T | undefined {
	return found === expected ? expected : undefined
}

/** One side, best price first, its base, and the largest number of decimal places among its amounts. */
type Side = { readonly levels: readonly PriceLevel[]; readonly base: Decimal; readonly decimalPlaces: number }

function readBook(json: PlainJson, { pairs, tokens, maxLevels = 50 }: PriceBookRules): PriceBook | undefined {
	const params = json.object({
		pair: () => readPair(json, pairs),
		bids: () => readSide(json, { maxLevels, isBetter: (a, b) => a > b }),
		asks: () => readSide(json, { maxLevels, isBetter: (a, b) => a < b }),
		net_of: () => readOrderId(json),
	})
	const { pair, bids, asks, net_of: netOf } = params ?? {}
	const divisibility = pair && tokens.get(pair.base)?.divisibility
	if (pair === undefined || divisibility === undefined || bids === undefined || asks === undefined) return undefined
	if (Math.max(bids.decimalPlaces, asks.decimalPlaces) > divisibility) return undefined
	const [bid, ask] = [bids.levels[0], asks.levels[0]]
	if (bid !== undefined && ask !== undefined && bid.price > ask.price) return undefined
	if (mayBeTooLarge(bids, bid) || mayBeTooLarge(asks, asks.levels.at(-1))) return undefined
	return { pair, bids: bids.levels, asks: asks.levels, ...(netOf === undefined ? {} : { netOf }) }
}

/** Whether all of a side, at its highest price, is more than the ledger can hold. */
function mayBeTooLarge({ base }: Side, { price = Decimal.zero }: Partial<PriceLevel> = {}): boolean {
	return exceedsLedger({ base, value: exactValue(price, base) })
}

function readPair(json: PlainJson, pairs: PriceBookRules['pairs']): Pair | undefined {
	const { base, quote } = json.object({ base: () => json.word(), quote: () => json.word() }) ?? {}
	return base === undefined || quote === undefined ? undefined : pairs.get(pairKey({ base, quote }))
}

/** Reads an id in the form that the service makes. */
function readOrderId(json: PlainJson): string | undefined {
	const id = json.word()
	return id !== undefined && /^\w{1,128}$/.test(id) ? id : undefined
}

type SideRules = { readonly maxLevels: number; readonly isBetter: (price: Decimal, other: Decimal) => boolean }

function readSide(json: PlainJson, { maxLevels, isBetter }: SideRules): Side | undefined {
	let decimalPlaces = 0
	let base = Decimal.zero
	let before: Decimal | undefined
	const decimal = () => json.decimal()
	const levels = json.array(maxLevels, () => {
		const level = json.tuple(decimal, decimal)
		if (level === undefined) return undefined
		const [price, amount] = level
		if (price === 0n || amount === 0n || (before !== undefined && !isBetter(before, price))) return undefined
		before = price
		base = Decimal.add(base, amount)
		decimalPlaces = Math.max(decimalPlaces, json.decimalPlaces)
		return { price, amount }
	})
	return levels && { levels, base, decimalPlaces }
}
