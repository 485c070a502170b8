import { Decimal, formatAmount, type LimitOrder, TradeError, type Violation } from '@accord/protocol'
import type { PartToFill } from './fills-table.ts'

/**
 * A fill sells and buys exactly what its part asks for: less would not fill the order, more is not asked of anybody.
 * @throws TradeError `fill_amount_mismatch`
 */
export function requireMirror(found: LimitOrder, part: Pick<PartToFill, 'sell' | 'buy'>): void {
	const violations = (['sell', 'buy'] as const).flatMap((side): Violation[] => {
		const { symbol, amount } = formatAmount(found[side])
		const asked = formatAmount({ symbol: part[side].symbol, amount: Decimal.parse(part[side].amount) })
		if (symbol === asked.symbol && amount === asked.amount) return []
		const item = { expected: `${side} ${asked.amount} ${asked.symbol}`, found: `${amount} ${symbol}` }
		return [{ code: 'fill_amount_mismatch', item }]
	})
	const [first, ...rest] = violations
	if (first !== undefined) throw TradeError.fromViolations([first, ...rest])
}
