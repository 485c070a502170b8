import { formatAmount, formatPercent } from '../format/format-amount.ts'
import type { GivenUp } from './swap-quote.ts'

/** `0.1248 xUSDC (0.1%)`, or `nothing`. */
export function formatGivenUp({ amount, symbol, fraction }: GivenUp): string {
	return amount === 0n ? 'nothing' : `${formatAmount(amount)} ${symbol} (${formatPercent(fraction)})`
}
