import { type ChangedLevelWire, Decimal, type OrderBook, type PriceLevel } from '@accord/protocol'

/** The levels that are not as they were: the amount that now stands at each price, "0" where nothing does any more. */
export type ChangedLevels = { readonly bids: ChangedLevelWire[]; readonly asks: ChangedLevelWire[] }

/** What makes the one shown book the other; nothing if they are the same. */
export function changedLevels(before: OrderBook, after: OrderBook): ChangedLevels | undefined {
	const bids = changedSide(before.bids, after.bids)
	const asks = changedSide(before.asks, after.asks)
	return bids.length === 0 && asks.length === 0 ? undefined : { bids, asks }
}

function changedSide(before: readonly PriceLevel[], after: readonly PriceLevel[]): ChangedLevelWire[] {
	const amounts = new Map(before.map(({ price, amount }) => [price, amount]))
	const changed: ChangedLevelWire[] = []
	for (const { price, amount } of after) {
		if (amounts.get(price) !== amount) changed.push(format(price, amount))
		amounts.delete(price)
	}
	for (const price of amounts.keys()) changed.push(format(price, Decimal.zero))
	return changed
}

function format(price: Decimal, amount: Decimal): ChangedLevelWire {
	return [Decimal.format(price), Decimal.format(amount)]
}
