import { Decimal, type FeeInfo, type Pair, settlementFee } from '@accord/protocol'
import type { Side } from '../db/tables.ts'
import type { Market } from '../market/market.ts'
import type { MakerBook } from './price-books.ts'

const leastSettlementFees = Decimal.fromInteger(10)

/** What a pair's book goes by: the least a maker must offer on each side, in the token that it sells there. */
export type BookRules = { readonly leastOffered: Readonly<Record<Side, Decimal>> }

/** The rules of a pair's book: an offer below 10 settlement fees of the token sold is left out. */
export function bookRulesOf({ market, feeInfo }: { market: Market; feeInfo: FeeInfo }, pair: Pair): BookRules {
	const least = (symbol: string) =>
		Decimal.mulUp(leastSettlementFees, settlementFee(feeInfo, symbol, market.token(symbol).divisibility))
	return { leastOffered: { bids: least(pair.quote), asks: least(pair.base) } }
}

/** When the oldest of these books was set: what settled before counts against none of them. */
export function oldestSetAtMs(books: readonly MakerBook[]): number {
	return books.reduce((oldest, { setAtMs }) => Math.min(oldest, setAtMs), Number.MAX_SAFE_INTEGER)
}
