import { Decimal } from '@accord/protocol'
import type { TradePoint } from './candles.ts'

type Wire = { readonly price: string; readonly base_amount: string; readonly settled_at_ms: number }

/** Settled trades as points of a chart. */
export function tradePoints(trades: readonly Wire[]): TradePoint[] {
	return trades.map(({ price, base_amount, settled_at_ms }) => ({
		price: Decimal.parse(price),
		baseAmount: Decimal.parse(base_amount),
		settledAtMs: settled_at_ms,
	}))
}
