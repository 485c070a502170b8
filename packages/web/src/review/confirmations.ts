import type { LimitOrder } from '@accord/protocol'
import { formatAmount, formatPercent } from '../format/format-amount.ts'
import { costLevelOf } from '../quote/swap-cost.ts'
import type { SwapQuote } from '../quote/swap-quote.ts'
import { isSlippageConfirmed } from '../swap/swap-settings.ts'

type ConfirmedFigures = Pick<SwapQuote, 'order' | 'tolerance' | 'cost'>

/**
 * What the user must confirm before signing. A changed figure creates a new sentence, which must be confirmed again.
 */
export function confirmationsOf({ order, tolerance, cost }: ConfirmedFigures): readonly string[] {
	const sentences: string[] = []
	if (isSlippageConfirmed(tolerance.fraction)) sentences.push(`I accept ${worstCase(order, tolerance)}.`)
	if (costLevelOf(cost) === 'severe')
		sentences.push(`I accept a total cost of ${formatPercent(cost.fraction)} of what I sell.`)
	return sentences
}

/** `as little as 4.86525 xUSDC, 2.5% less than the book gives now`. */
function worstCase({ sell, buy }: LimitOrder, { symbol, fraction }: SwapQuote['tolerance']): string {
	const percent = formatPercent(fraction)
	if (symbol === buy.symbol)
		return `as little as ${formatAmount(buy.amount)} ${symbol}, ${percent} less than the book gives now`
	return `selling as much as ${formatAmount(sell.amount)} ${symbol}, ${percent} more than the book takes now`
}
