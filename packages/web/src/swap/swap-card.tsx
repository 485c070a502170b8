import { Decimal, type LimitOrder } from '@accord/protocol'
import { useEffect, useState } from 'react'
import { useAccount } from '../account/account.tsx'
import { AccountDialog } from '../account/account-button.tsx'
import { navigate } from '../app/navigate.ts'
import { formatRoute, type SwapLink } from '../app/route.ts'
import { formatAmount } from '../format/format-amount.ts'
import { SwapFacts, takerFeeAt } from '../quote/swap-facts.tsx'
import { Review } from '../review/review.tsx'
import { useConnection, useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Notice } from '../ui/notice.tsx'
import { Panel } from '../ui/panel.tsx'
import { hasWallets, openWalletMenu } from '../wallet/wallet.ts'
import { AmountField } from './amount-field.tsx'
import { type Direction, swappableSymbols } from './choose-token.ts'
import { formMessage } from './form-message.ts'
import { SettingsDialog } from './settings-dialog.tsx'
import { linkedDirection } from './swap-link.ts'
import { readSettings, type SwapSettings, writeSettings } from './swap-settings.ts'
import { type SwapForm, useSwap } from './use-swap.ts'
import './swap-card.css'

type SwapCardProps = { readonly link: SwapLink }

/** The swap form that the address bar tells of and, once it is filled in, the review. */
export function SwapCard({ link }: SwapCardProps) {
	const { pairs, pair } = useSession()
	const linked = linkedDirection(link, { pairs, pair })
	if (linked.kind === 'unknown') return <UnknownTokens {...linked} />
	return <KnownTokens link={link} direction={linked.direction} />
}

/** What a link names is never replaced by something else: its reader chooses. */
function UnknownTokens({ reason, known }: { reason: string; known: SwapLink }) {
	const { pairs } = useSession()
	return (
		<Panel title="Swap">
			<div className="swap">
				<div role="alert">
					<Notice kind="warn">{reason} Nothing was filled in for it.</Notice>
				</div>
				<p>Traded here: {swappableSymbols(pairs).join(', ')}.</p>
				<Button kind="primary" size="l" onClick={() => navigate({ view: 'swap', swap: known }, 'push')}>
					Choose other tokens
				</Button>
			</div>
		</Panel>
	)
}

function KnownTokens({ link, direction }: SwapCardProps & { direction: Direction }) {
	const [settings, setSettings] = useState<SwapSettings>(() => readSettings(localStorage))
	const [seen, setSeen] = useState<{ readonly order: LimitOrder; readonly link: string }>()
	const { account } = useAccount()
	const form = useSwap({ settings, link, direction })
	const address = formatRoute({ view: 'swap', swap: form.link })
	const changeSettings = (next: SwapSettings) => {
		writeSettings(localStorage, next)
		setSettings(next)
	}
	const review = (order: LimitOrder) => {
		setSeen({ order, link: address })
		navigate({ view: 'swap', swap: { ...form.link, step: 'review' } }, 'push')
	}
	const back = () => navigate({ view: 'swap', swap: form.link }, 'replace')
	if (link.step !== 'review' || form.swap === undefined || account === undefined)
		return <SwapForms form={form} settings={settings} onSettings={changeSettings} onReview={review} />
	return (
		<Review
			swap={form.swap}
			seen={seen?.link === address ? seen.order : undefined}
			settings={settings}
			onBack={back}
			onSell={amount => form.enter('sell', amount)}
		/>
	)
}

type SwapFormsProps = {
	readonly form: SwapForm
	readonly settings: SwapSettings
	readonly onSettings: (settings: SwapSettings) => void
	/** With the order that the form showed. */
	readonly onReview: (seen: LimitOrder) => void
}

function SwapForms({ form, settings, onSettings, onReview }: SwapFormsProps) {
	const { page, pair, pairs, feeInfo } = useSession()
	const { level } = useAccount()
	const [opened, setOpened] = useState<'settings' | 'account'>()
	const { sell, buy, exact, text, typed, answer, funds } = form
	const asTyped = { typed: { text, amount: typed } }
	const quote = answer.kind === 'quote' ? answer.quote : undefined
	const symbols = swappableSymbols(pairs)
	const announced = useSettled(quote === undefined ? '' : announcementOf(quote.order))
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
					if (quote !== undefined && formMessage(form).action === 'review') onReview(quote.order)
				}}
			>
				<div className="swap-sides">
					<AmountField
						label="You pay"
						token={sell}
						symbols={symbols}
						{...(exact === 'sell' ? asTyped : {})}
						computed={quote?.order.sell.amount}
						onType={typed => form.type('sell', typed)}
						onChoose={symbol => form.choose('sell', symbol)}
						held={funds.held}
						isBalanceUnavailable={funds.isUnavailable}
						{...(funds.balance === undefined ? {} : { balance: funds.balance })}
						{...(funds.spendable === undefined ? {} : { onMax: form.sellMax })}
					/>
					<button type="button" className="swap-flip" aria-label="Switch tokens" onClick={form.flip}>
						<Icon name="flip" size={18} />
					</button>
					<AmountField
						label="You receive exactly"
						token={buy}
						symbols={symbols}
						{...(exact === 'buy' ? asTyped : {})}
						computed={quote?.order.buy.amount}
						onType={typed => form.type('buy', typed)}
						onChoose={symbol => form.choose('buy', symbol)}
					/>
				</div>
				<p className="visually-hidden" role="status">
					{announced}
				</p>
				<Action form={form} onAccount={() => (hasWallets(page) ? openWalletMenu() : setOpened('account'))} />
				<SwapFacts
					pair={pair}
					sell={sell}
					takerFee={takerFeeAt(feeInfo, level)}
					slippage={Decimal.parse(settings.slippage)}
					quote={quote}
				/>
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
	const { page } = useSession()
	const { label, reason, action, level } = formMessage(form)
	const { possible } = form
	return (
		<div className="swap-action">
			<p className={`swap-reason swap-reason-${form.answer.kind} swap-cost-${level}`} aria-live="polite">
				{reason === '' ? 'Settles in full in one ledger transaction, or not at all.' : reason}{' '}
				{possible !== undefined && (
					<button type="button" className="text-button" onClick={() => form.enter(form.exact, possible)}>
						Use {formatAmount(possible)} {form[form.exact].symbol}
					</button>
				)}
			</p>
			{action === 'account' ? (
				<Button kind="primary" size="l" onClick={onAccount}>
					{hasWallets(page) ? 'Connect a wallet' : label}
				</Button>
			) : (
				<Button kind={buttonKinds[level]} size="l" type="submit" disabled={action !== 'review' || isLost}>
					{isLost ? 'Waiting for connection' : label}
				</Button>
			)}
		</div>
	)
}

const buttonKinds = { fine: 'primary', high: 'caution', severe: 'danger' } as const

/** The quote for screen readers, which do not see the amounts change. */
function announcementOf({ sell, buy }: LimitOrder): string {
	return `For ${Decimal.format(sell.amount)} ${sell.symbol} you receive exactly ${Decimal.format(buy.amount)} ${buy.symbol}.`
}

const pauseMs = 350

/** The text once it has stayed the same for a moment. */
function useSettled(text: string): string {
	const [settled, setSettled] = useState('')
	useEffect(() => {
		const timer = setTimeout(() => setSettled(text), pauseMs)
		return () => clearTimeout(timer)
	}, [text])
	return settled
}
