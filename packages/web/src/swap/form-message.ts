import { Decimal } from '@accord/protocol'
import { formatAmount, formatPercent } from '../format/format-amount.ts'
import { type CostLevel, costLevelOf } from '../quote/swap-cost.ts'
import type { SwapQuote } from '../quote/swap-quote.ts'
import type { SwapForm } from './use-swap.ts'

/** The label and action of the form's button, and the message above it. */
export type FormMessage = {
	readonly label: string
	readonly action: 'account' | 'review' | 'none'
	readonly reason: string
	/** The severity of the message. */
	readonly level: CostLevel
}

type FormState = Pick<SwapForm, 'answer' | 'hasAccount' | 'possible' | 'sell' | 'sensible'>

const nothing = { action: 'none', level: 'fine' } as const

/** What prevents a swap from being reviewed, or a warning about it. */
export function formMessage({ answer, hasAccount, possible, sell, sensible }: FormState): FormMessage {
	const atLeast = sensible === undefined ? '' : `${formatAmount(sensible)} ${sell.symbol}`
	if (answer.kind === 'empty') {
		const reason = atLeast === '' ? '' : `Sensible from about ${atLeast}: below that, the total cost is over 2%.`
		return { ...nothing, label: 'Enter an amount', reason }
	}
	if (answer.kind === 'waiting') return { ...nothing, label: 'Loading prices…', reason: '' }
	if (answer.kind === 'invalid') return { ...nothing, label: 'Enter an amount', reason: answer.reason }
	if (answer.kind === 'ambiguous')
		return {
			...nothing,
			label: 'Choose an amount',
			reason: 'The amount can be read in two ways. Choose the one you mean.',
		}
	if (answer.kind === 'refused') {
		const { largest } = answer
		const isBalanceLess = largest !== undefined && possible !== undefined && possible < largest.amount
		const reason = isBalanceLess ? `${answer.reason} Your balance covers less.` : answer.reason
		return { ...nothing, label: 'Can’t swap this amount', reason }
	}
	const costLevel = costLevelOf(answer.quote.cost)
	const level = answer.quote.isCrossed && costLevel === 'fine' ? 'high' : costLevel
	const reason = warningOf(answer.quote, atLeast)
	if (!hasAccount) return { label: 'Choose an account', action: 'account', reason, level }
	if (answer.shortBy !== undefined) {
		return {
			...nothing,
			label: `Not enough ${sell.symbol}`,
			reason: `You need ${formatAmount(answer.shortBy.amount)} ${sell.symbol} more, including fees.`,
		}
	}
	const label =
		level === 'severe' ? `Review anyway: costs ${formatPercent(answer.quote.cost.fraction, 0)}` : 'Review swap'
	return { label, action: 'review', reason, level }
}

const highImpact = Decimal.parse('0.01')

function warningOf({ impact, cost, isCrossed }: SwapQuote, atLeast: string): string {
	if (isCrossed) return 'The book is crossed: this price may not be filled.'
	const isHigh = costLevelOf(cost) !== 'fine'
	if (impact >= highImpact) return 'High price impact: a smaller amount gets a better price.'
	if (!isHigh) return ''
	const advice = atLeast === '' ? '' : ` Sensible from about ${atLeast}.`
	return `This swap costs ${formatPercent(cost.fraction)} of what you sell.${advice}`
}
