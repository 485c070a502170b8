import { Decimal } from '@accord/protocol'
import { formatAmount } from '../format/format-amount.ts'
import type { SwapForm } from './use-swap.ts'

/** The label and action of the form's button, and the message above it. */
export type FormMessage = {
	readonly label: string
	readonly action: 'account' | 'review' | 'none'
	readonly reason: string
	/** The largest amount that is possible instead. */
	readonly largest?: string
}

/** The fees as a share of what is sold, from which the form warns. */
const highFeeShare = Decimal.parse('0.02')
const highImpact = Decimal.parse('0.01')

/** What keeps a swap from being reviewed, or warns about it. */
export function formMessage({
	answer,
	hasAccount,
	sell,
}: Pick<SwapForm, 'answer' | 'hasAccount' | 'sell'>): FormMessage {
	if (answer.kind === 'empty') return { label: 'Enter an amount', action: 'none', reason: '' }
	if (answer.kind === 'waiting') return { label: 'Loading prices…', action: 'none', reason: '' }
	if (answer.kind === 'invalid') return { label: 'Enter an amount', action: 'none', reason: answer.reason }
	if (answer.kind === 'refused') {
		const { reason, largest } = answer
		return {
			label: 'Can’t swap this amount',
			action: 'none',
			reason,
			...(largest === undefined ? {} : { largest: Decimal.format(largest.amount) }),
		}
	}
	if (!hasAccount) return { label: 'Choose an account', action: 'account', reason: warningOf(answer.quote) }
	if (answer.shortBy !== undefined) {
		return {
			label: `Not enough ${sell.symbol}`,
			action: 'none',
			reason: `You need ${formatAmount(answer.shortBy.amount)} ${sell.symbol} more, including fees.`,
		}
	}
	return { label: 'Review swap', action: 'review', reason: warningOf(answer.quote) }
}

function warningOf({ impact, feeShare }: { impact: Decimal; feeShare: Decimal }): string {
	if (impact >= highImpact) return 'High price impact: a smaller amount gets a better price.'
	if (feeShare >= highFeeShare) return 'Fees are high for an amount this small.'
	return ''
}
