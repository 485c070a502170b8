import { formatAmount, formatPercent } from '../format/format-amount.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import type { PriceChange } from './price-change.ts'
import type { QuoteState } from './use-requote.ts'

type PriceMovedProps = {
	readonly exact: 'sell' | 'buy'
	/** Whether a limit that the user has set is signed, whatever the book gives. */
	readonly isLimited: boolean
	readonly change: PriceChange | undefined
	readonly state: QuoteState
	readonly onAccept: () => void
}

/**
 * What the new quote changed. The user must accept a worse quote before signing, so that no click signs a different
 * price.
 */
export function PriceMoved({ exact, isLimited, change, state, onAccept }: PriceMovedProps) {
	if (state === 'gone')
		return (
			<Notice kind="warn">
				The book has moved: makers do not offer this amount {isLimited && 'at your price '}right now. Wait a moment, or
				go back{!isLimited && ' and enter less'}.
			</Notice>
		)
	if (change === undefined)
		return state === 'worse' ? <Notice kind="warn">The price has moved. Quoting again…</Notice> : null
	const { kind, before, now, fraction } = change
	const sign = now.amount > before.amount ? '+' : '−'
	const amounts = `${formatAmount(now.amount)} ${now.symbol} instead of ${formatAmount(before.amount)} ${before.symbol}`
	return (
		<Notice kind={kind === 'worse' ? 'warn' : 'info'}>
			<p>
				The price has moved{kind === 'better' && ' in your favour'}. You now {exact === 'sell' ? 'receive' : 'sell'}{' '}
				{amounts} ({sign}
				{formatPercent(fraction)}).
			</p>
			{kind === 'worse' && (
				<div className="review-accept">
					<Button onClick={onAccept}>Accept the new price</Button>
				</div>
			)}
		</Notice>
	)
}
