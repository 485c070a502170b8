import { Decimal, isPairOf, type LimitOrder, type Pair } from '@accord/protocol'
import { useOpenOrders } from '../order/use-open-orders.ts'
import type { OwnLimit } from './own-rows.ts'

/** The limits of this browser's open orders in a pair. */
export function useOwnLimits(pair: Pair): readonly OwnLimit[] {
	const { open } = useOpenOrders()
	return open
		.map(({ saved: { limitOrder } }) => limitOrder)
		.filter(({ sell, buy }) => isPairOf(pair, sell.symbol, buy.symbol))
		.map(order => ownLimit(order, pair))
}

function ownLimit({ sell, buy }: LimitOrder, { base }: Pair): OwnLimit {
	if (sell.symbol === base) return { side: 'bids', price: Decimal.divDown(buy.amount, sell.amount) }
	return { side: 'asks', price: Decimal.divUp(sell.amount, buy.amount) }
}
