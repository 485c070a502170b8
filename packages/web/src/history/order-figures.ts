import { type Amount, type Decimal, isPairOf, type LimitOrder, type Pair } from '@accord/protocol'
import { receiptFigures } from '../receipt/receipt.ts'
import type { HistoryRow } from './history-rows.ts'

/** What a settled order came to. */
export type OrderFigures = {
	/** What was exchanged, in quote per base. */
	readonly price: Amount
	/** In the token sold: against the middle of the book, or fees alone. */
	readonly cost: Amount
	/** The cost as a fraction of the amount sold; undefined if it is the fees alone. */
	readonly fraction: Decimal | undefined
}

/** The traded pair of an order's tokens; if there is none any more, the token sold is the base. */
export function pairOfOrder({ sell, buy }: LimitOrder, pairs: readonly Pair[]): Pair {
	const { symbol: base } = sell
	const { symbol: quote } = buy
	return pairs.find(one => isPairOf(one, base, quote)) ?? { base, quote }
}

/**
 * As on the order's receipt; undefined until it has settled. `mid` is the middle of the book when the order was sent, in
 * quote per base of a traded pair, which only the browser that sent it knows.
 */
export function orderFigures(
	{ status }: Pick<HistoryRow, 'status'>,
	{ pairs, mid }: { readonly pairs: readonly Pair[]; readonly mid: Decimal | undefined },
): OrderFigures | undefined {
	const { rebate } = status ?? {}
	if (status === undefined || rebate === undefined) return undefined
	const { limitOrder, surplus, fee } = status
	const pair = pairOfOrder(limitOrder, pairs)
	const settled = { limitOrder, pair, fee, rebate, parts: [], ...(surplus === undefined ? {} : { surplus }) }
	const { price, costs } = receiptFigures(settled, mid)
	return {
		price: { symbol: pair.quote, amount: price },
		cost: { symbol: limitOrder.sell.symbol, amount: costs.total },
		fraction: costs.against === undefined ? undefined : costs.fraction,
	}
}
