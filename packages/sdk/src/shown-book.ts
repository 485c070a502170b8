import {
	Decimal,
	type OrderBook,
	type OrderBookChangeWire,
	type PriceLevel,
	parseOrderBook,
	type ShownOrderBookWire,
} from '@accord/protocol'

/** An order book at one moment; `sequence` counts the pair's changes on the node that answered. */
export type ShownBook = OrderBook & { readonly sequence: number; readonly atMs: number }

/** @throws TradeError `invalid_decimal` */
export function parseShownBook(wire: ShownOrderBookWire): ShownBook {
	return { ...parseOrderBook(wire), sequence: wire.sequence, atMs: wire.timestamp_ms }
}

/** The book after a change: each level named has that amount now, 0 means that it is gone. @throws TradeError `invalid_decimal` */
export function applyChange(book: ShownBook, change: OrderBookChangeWire): ShownBook {
	return {
		pair: book.pair,
		bids: changed(book.bids, change.bids).sort((a, b) => Decimal.compare(b.price, a.price)),
		asks: changed(book.asks, change.asks).sort((a, b) => Decimal.compare(a.price, b.price)),
		sequence: change.sequence,
		atMs: change.timestamp_ms,
	}
}

function changed(levels: readonly PriceLevel[], changes: OrderBookChangeWire['bids']): PriceLevel[] {
	const amounts = new Map(levels.map(({ price, amount }) => [price, amount]))
	for (const [price, amount] of changes) amounts.set(Decimal.parse(price), Decimal.parse(amount))
	return Array.from(amounts, ([price, amount]) => ({ price, amount })).filter(({ amount }) => amount !== 0n)
}
