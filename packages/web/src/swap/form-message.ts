import { Decimal } from '@accord/sdk'
import { formatAmount } from '../format/format-amount.ts'
import type { SwapForm } from './use-swap.ts'

/** What the form's button says and does, and why it can do no more. */
export type FormMessage = {
	readonly label: string
	readonly action: 'account' | 'review' | 'none'
	readonly reason: string
	/** What to type instead, if there is such an amount. */
	readonly largest?: string
}

/** A share of what is sold above which fees are worth a word. */
const muchFee = Decimal.parse('0.02')
const muchImpact = Decimal.parse('0.01')

/** Says what stands in the way of a swap, before anything is signed. */
export function formMessage({
	answer,
	hasAccount,
	sell,
	request,
}: Pick<SwapForm, 'answer' | 'hasAccount' | 'sell' | 'request'>): FormMessage {
	if (answer.kind === 'empty') return { label: 'Enter an amount', action: 'none', reason: '' }
	if (answer.kind === 'waiting') return { label: 'Reading the order book…', action: 'none', reason: '' }
	if (answer.kind === 'invalid') return { label: 'Enter an amount', action: 'none', reason: answer.reason }
	if (answer.kind === 'refused') {
		const { reason, largest } = answer
		return {
			label: 'Not possible now',
			action: 'none',
			reason,
			...(largest === undefined ? {} : { largest: Decimal.format(largest.amount) }),
		}
	}
	if (!hasAccount) return { label: 'Choose an account', action: 'account', reason: warningOf(answer.quote) }
	if (answer.shortBy !== undefined && request !== undefined) {
		const missing = `${formatAmount(answer.shortBy.amount)} ${sell.symbol}`
		return {
			label: `Not enough ${sell.symbol}`,
			action: 'none',
			reason: `The account is short by ${missing}, fees included.`,
		}
	}
	return { label: 'Review the swap', action: 'review', reason: warningOf(answer.quote) }
}

function warningOf({ impact, feeShare }: { impact: Decimal; feeShare: Decimal }): string {
	if (impact >= muchImpact) return 'This takes a good part of the book; smaller amounts get better prices.'
	if (feeShare >= muchFee) return 'Fees are a large part of an amount this small.'
	return ''
}
