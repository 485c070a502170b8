import {
	CancelAllPriceBooks,
	type JsonRpcMethod,
	type PriceBookRules,
	PriceBookSet,
	PriceBooksReported,
	PriceBooksStatus,
	pairKey,
	pairOfPriceBook,
	parsePriceBook,
	parseWire,
	type WireOf,
} from '@accord/protocol'
import type { IncomingQuotes } from '../../prices/incoming-quotes.ts'
import type { MakerBooks } from '../../prices/maker-books.ts'
import type { MakerQuotes } from '../../prices/maker-quotes.ts'
import type { CallContext, CallingSession } from './flash-call.ts'
import { knownPairs } from './known-pairs.ts'
import { ReadPriceBook } from './price-book-reader.ts'

type PriceBookRooms = { readonly priceBookRules: PriceBookRules; readonly prices: PricesOfSessions }

/** How sessions of makers change their books. */
export type PricesOfSessions = {
	readonly makerQuotes: Pick<MakerQuotes, 'setQuoting' | 'endSession' | 'withdraw' | 'cancelAll'>
	readonly incoming: Pick<IncomingQuotes, 'replace' | 'refuse'>
	readonly makerBooks: Pick<MakerBooks, 'of' | 'heldBack'>
}

const success = { success: true } as const

/** platform.price_books.on_change */
export function replacePriceBook(
	{ prices, priceBookRules }: PriceBookRooms,
	{ makerId, id: sessionId }: CallingSession,
	{ params, countLevels }: { readonly params: unknown } & Pick<CallContext, 'countLevels'>,
): WireOf<typeof PriceBookSet> | Promise<WireOf<typeof PriceBookSet>> {
	const book = params instanceof ReadPriceBook ? params.book : parsePriceBook(params, priceBookRules)
	countLevels(book.bids.length + book.asks.length)
	const lookUp = prices.incoming.replace({ makerId, sessionId, book })
	const hidden = prices.makerBooks.heldBack(book)
	const answer = PriceBookSet.format(hidden.length === 0 ? {} : { hidden })
	return lookUp === undefined ? answer : lookUp.then(() => answer)
}

/** A book that is refused on arrival, for any reason, also withdraws the previous book of its pair. */
export function withdrawingFormer(
	{ prices, priceBookRules }: PriceBookRooms,
	{ makerId }: CallingSession,
	method: JsonRpcMethod<CallContext>,
): JsonRpcMethod<CallContext> {
	return (params, context) => {
		try {
			return method(params, context)
		} catch (error) {
			const pair = pairOfPriceBook(params, priceBookRules)
			throw pair === undefined ? error : prices.incoming.refuse({ makerId, pair, error })
		}
	}
}

/** platform.price_books.cancel_all */
export async function cancelAllPriceBooks(
	{ prices, priceBookRules }: PriceBookRooms,
	{ makerId }: CallingSession,
	params: unknown,
): Promise<typeof success & { readonly cancelled: number }> {
	const of = parseWire(CancelAllPriceBooks.schema, params ?? {})
	const pairs = of.pairs && knownPairs(priceBookRules, of.pairs)
	return { ...success, cancelled: await prices.makerQuotes.cancelAll(makerId, pairs) }
}

/** platform.price_books.status */
export async function priceBooksStatus(
	{ prices: { makerBooks }, priceBookRules }: PriceBookRooms,
	{ makerId, id: sessionId }: CallingSession,
	params: unknown,
): Promise<WireOf<typeof PriceBooksReported>> {
	const of = parseWire(PriceBooksStatus.schema, params ?? {})
	const pairs = of.pairs && new Set(knownPairs(priceBookRules, of.pairs).map(pairKey))
	const books = (await makerBooks.of(makerId)).filter(({ pair }) => pairs?.has(pairKey(pair)) ?? true)
	return PriceBooksReported.format({ sessionId, books })
}
