import { formatAmount, formatPercent } from '../format/format-amount.ts'
import { Notice } from '../ui/notice.tsx'
import type { PriceChange } from './price-change.ts'
import type { QuoteState } from './use-requote.ts'

type PriceMovedProps = {
	readonly exact: 'sell' | 'buy'
	/** Whether a limit that the user has set is signed, whatever the book gives. */
	readonly isLimited: boolean
	readonly change: PriceChange | undefined
	readonly state: QuoteState
}

/** What the new quote changed. */
export function PriceMoved({ exact, isLimited, change, state }: PriceMovedProps) {
	if (state === 'gone')
		return (
			<Notice kind="warn">
				The book has moved: makers do not offer this amount {isLimited && 'at your price '}right now. Wait a moment, or
				go back{!isLimited && ' and enter less'}.
			</Notice>
		)
	if (change === undefined)
		return state === 'worse' ? <Notice kind="warn">The price has moved. Quoting again…</Notice> : null
	const { kind, before, now } = change
	const amounts = `${formatAmount(now.amount)} ${now.symbol} instead of ${formatAmount(before.amount)} ${before.symbol}`
	return (
		<Notice kind={kind === 'worse' ? 'warn' : 'info'}>
			The price has moved{kind === 'better' && ' in your favour'}. You now {exact === 'sell' ? 'receive' : 'sell'}{' '}
			{amounts} ({percentOf(change)}).
		</Notice>
	)
}

/** The label of the button that accepts a worse price: `Accept 5.03 xUSDC (−0.39%)`. */
export function acceptWords(change: PriceChange): string {
	const { amount, symbol } = change.now
	return `Accept ${formatAmount(amount)} ${symbol} (${percentOf(change)})`
}

function percentOf({ before, now, fraction }: PriceChange): string {
	return `${now.amount > before.amount ? '+' : '−'}${formatPercent(fraction)}`
}
