import { formatPercent } from '../format/format-amount.ts'
import { formatGivenUp } from '../quote/given-up.ts'
import { costLevelOf } from '../quote/swap-cost.ts'
import type { SwapQuote } from '../quote/swap-quote.ts'
import { isSlippageConfirmed } from '../swap/swap-settings.ts'

/**
 * What the user must confirm before signing. A changed figure creates a new sentence, which must be confirmed again.
 */
export function confirmationsOf({ givenUp, cost }: Pick<SwapQuote, 'givenUp' | 'cost'>): readonly string[] {
	const sentences: string[] = []
	if (isSlippageConfirmed(givenUp.fraction)) sentences.push(`I give up ${formatGivenUp(givenUp)}.`)
	if (costLevelOf(cost) === 'severe')
		sentences.push(`I accept a total cost of ${formatPercent(cost.fraction)} of what I sell.`)
	return sentences
}
