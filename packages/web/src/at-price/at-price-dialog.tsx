import type { Decimal } from '@accord/protocol'
import { useState } from 'react'
import { formatAmount } from '../format/format-amount.ts'
import type { SwapInput } from '../quote/swap-quote.ts'
import { ownStorage } from '../session/browser-storage.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import type { Alert } from './alert.ts'
import { watchWords } from './alert-words.ts'
import { NotifyChoice } from './notify-choice.tsx'
import { PriceFields } from './price-fields.tsx'
import { RepeatFields } from './repeat-fields.tsx'
import { allowSound } from './ring.ts'
import { addAlert, alertsMax } from './saved-alerts.ts'
import './at-price-dialog.css'

type AtPriceDialogProps = {
	readonly swap: SwapInput
	/** What the book gives for it now. */
	readonly now: Decimal | undefined
	/** What the dialog is opened at. */
	readonly first: Alert['kind']
	/** Called with what is watched, in words. */
	readonly onAdded: (words: string) => void
	readonly onClose: () => void
}

/** Has the page watch a swap, until a price or by the clock. */
export function AtPriceDialog({ swap, now, first, onAdded, onClose }: AtPriceDialogProps) {
	const [kind, setKind] = useState(first)
	const [isFull, setFull] = useState(false)
	const add = (alert: Alert) => {
		allowSound()
		if (!addAlert(ownStorage, alert)) return setFull(true)
		onAdded(watchWords(alert))
		onClose()
	}
	return (
		<Dialog title={kind === 'price' ? 'At my price' : 'Repeat'} onClose={onClose}>
			<p>
				The page watches for you, rings, and opens the review filled in. Then you sign, as always. Until then no order
				rests and nothing is locked, and the page must stay open.
			</p>
			<p className="at-price-swap">
				{swap.exact === 'sell' ? 'Sell' : 'Buy'}{' '}
				<span translate="no">
					{formatAmount(swap.amount)} {swap[swap.exact].symbol}
				</span>{' '}
				<span>{swap.exact === 'sell' ? 'for' : 'with'}</span>{' '}
				<span translate="no">{swap[swap.exact === 'sell' ? 'buy' : 'sell'].symbol}</span>
			</p>
			<fieldset className="setting">
				<legend className="visually-hidden">When</legend>
				<div className="setting-choices">
					{(['price', 'repeat'] as const).map(each => (
						<label key={each} className="setting-choice">
							<input type="radio" name="watch" checked={kind === each} onChange={() => setKind(each)} />
							{each === 'price' ? 'At a price' : 'By the clock'}
						</label>
					))}
				</div>
			</fieldset>
			{kind === 'price' ? <PriceFields swap={swap} now={now} onAdd={add} /> : <RepeatFields swap={swap} onAdd={add} />}
			<NotifyChoice />
			{isFull && (
				<div role="alert">
					<Notice kind="fail">
						This could not be kept: there are {alertsMax} alerts already, or the browser stores nothing for this page.
					</Notice>
				</div>
			)}
		</Dialog>
	)
}
