import { formatAmount, formatPercent } from '../format/format-amount.ts'
import type { GivenUp } from './swap-quote.ts'

/** `0.1248 xUSDC (0.1%)`. */
export function formatGivenUp({ amount, symbol, fraction }: GivenUp): string {
	return amount === 0n ? 'Nothing' : `${formatAmount(amount)} ${symbol} (${formatPercent(fraction)})`
}
