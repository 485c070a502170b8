import type { Quote } from '@accord/protocol'
import { keepPreviousData, skipToken } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../account/account.tsx'
import { AccountDialog } from '../account/account-button.tsx'
import { Review } from '../review/review.tsx'
import { useRemoteData } from '../session/remote-data.ts'
import { useConnection, useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Panel } from '../ui/panel.tsx'
import { AmountField } from './amount-field.tsx'
import { swappableSymbols } from './choose-token.ts'
import { formMessage } from './form-message.ts'
import { QuoteFacts } from './quote-facts.tsx'
import { SettingsDialog } from './settings-dialog.tsx'
import { quoteRequest, type SwapInput, swapKey } from './swap-quote.ts'
import { readSettings, type SwapSettings, writeSettings } from './swap-settings.ts'
import { type SwapForm, useSwap } from './use-swap.ts'
import './swap-card.css'

/** The swap form and, once it is filled in, the review. */
export function SwapCard() {
	const [settings, setSettings] = useState<SwapSettings>(() => readSettings(localStorage))
	const [isReviewed, setReviewed] = useState(false)
	const form = useSwap(settings)
	const changeSettings = (next: SwapSettings) => {
		writeSettings(localStorage, next)
		setSettings(next)
	}
	if (isReviewed && form.swap !== undefined)
		return <Review swap={form.swap} settings={settings} onBack={() => setReviewed(false)} />
	return <SwapForms form={form} settings={settings} onSettings={changeSettings} onReview={() => setReviewed(true)} />
}

type SwapFormsProps = {
	readonly form: SwapForm
	readonly settings: SwapSettings
	readonly onSettings: (settings: SwapSettings) => void
	readonly onReview: () => void
}

function SwapForms({ form, settings, onSettings, onReview }: SwapFormsProps) {
	const { pairs } = useSession()
	const [opened, setOpened] = useState<'settings' | 'account'>()
	const { sell, buy, exact, text, answer, balance } = form
	const quote = answer.kind === 'quote' ? answer.quote : undefined
	const symbols = swappableSymbols(pairs)
	const serviceQuote = useServiceQuote(quote === undefined ? undefined : form.swap)
	return (
		<Panel
			title="Swap"
			actions={
				<button type="button" className="icon-button" aria-label="Swap settings" onClick={() => setOpened('settings')}>
					<Icon name="settings" size={18} />
				</button>
			}
		>
			<form
				className="swap"
				onSubmit={event => {
					event.preventDefault()
					if (quote !== undefined && formMessage(form).action === 'review') onReview()
				}}
			>
				<div className="swap-sides">
					<AmountField
						label="You pay"
						token={sell}
						symbols={symbols}
						isExact={exact === 'sell'}
						text={exact === 'sell' ? text : undefined}
						computed={quote?.order.sell.amount}
						onType={typed => form.type('sell', typed)}
						onChoose={symbol => form.choose('sell', symbol)}
						isBalanceUnavailable={form.isBalanceUnavailable}
						{...(balance === undefined ? {} : { balance, onMax: form.sellMax })}
					/>
					<button type="button" className="swap-flip" aria-label="Switch tokens" onClick={form.flip}>
						<Icon name="flip" size={18} />
					</button>
					<AmountField
						label={exact === 'buy' ? 'You receive' : 'You receive at least'}
						token={buy}
						symbols={symbols}
						isExact={exact === 'buy'}
						text={exact === 'buy' ? text : undefined}
						computed={quote?.order.buy.amount}
						onType={typed => form.type('buy', typed)}
						onChoose={symbol => form.choose('buy', symbol)}
					/>
				</div>
				<p className="visually-hidden" role="status">
					{isCurrent(serviceQuote, form) && quote !== undefined && announcement(serviceQuote)}
				</p>
				<Action form={form} onAccount={() => setOpened('account')} />
				<QuoteFacts form={form} settings={settings} {...(isCurrent(serviceQuote, form) ? { serviceQuote } : {})} />
			</form>
			{opened === 'settings' && (
				<SettingsDialog settings={settings} onChange={onSettings} onClose={() => setOpened(undefined)} />
			)}
			{opened === 'account' && <AccountDialog onClose={() => setOpened(undefined)} />}
		</Panel>
	)
}

/** The button for the next step, below a message whose space is reserved. */
function Action({ form, onAccount }: { form: SwapForm; onAccount: () => void }) {
	const isLost = useConnection() === 'reconnecting'
	const { label, reason, action, largest } = formMessage(form)
	return (
		<div className="swap-action">
			<p className={`swap-reason swap-reason-${form.answer.kind}`} aria-live="polite">
				{reason === '' ? 'Settles in full in one ledger transaction, or not at all.' : reason}{' '}
				{largest !== undefined && (
					<button type="button" className="text-button" onClick={() => form.type(form.exact, largest)}>
						Use that amount
					</button>
				)}
			</p>
			{action === 'account' ? (
				<Button kind="primary" size="l" onClick={onAccount}>
					{label}
				</Button>
			) : (
				<Button kind="primary" size="l" type="submit" disabled={action !== 'review' || isLost}>
					{isLost ? 'Waiting for connection' : label}
				</Button>
			)}
		</div>
	)
}

function isCurrent(serviceQuote: Quote | undefined, { sell, buy }: SwapForm): serviceQuote is Quote {
	return serviceQuote?.limitOrder.sell.symbol === sell.symbol && serviceQuote.limitOrder.buy.symbol === buy.symbol
}

/** The quote for screen readers, which do not see the amounts change. */
function announcement({ limitOrder: { sell, buy } }: Quote): string {
	return `For ${sell.amount} ${sell.symbol} you receive at least ${buy.amount} ${buy.symbol}.`
}

const pauseMs = 350

/** The service's own quote, which includes the expected rebate. It is requested when typing pauses; until then the previous one stays. */
function useServiceQuote(swap: SwapInput | undefined): Quote | undefined {
	const { dex, pair } = useSession()
	const { account } = useAccount()
	const { data } = useRemoteData<Quote>({
		queryKey: ['quote', ...(swap === undefined ? [] : swapKey(swap)), account?.address],
		queryFn:
			swap === undefined
				? skipToken
				: async ({ signal }) => {
						await new Promise(resolve => setTimeout(resolve, pauseMs))
						signal.throwIfAborted()
						return dex.requestQuote(quoteRequest(swap, { pair, account: account?.address }))
					},
		// The form explains a missing quote from the live book.
		retry: false,
		placeholderData: keepPreviousData,
	})
	return swap === undefined ? undefined : data
}
