import { type Amount, Decimal, type LimitOrder, type Token, waysOf } from '@accord/protocol'
import { useEffect, useRef, useState } from 'react'
import { useAccount } from '../account/account.tsx'
import { AccountDialog } from '../account/account-button.tsx'
import { lazyView } from '../app/lazy-view.tsx'
import { hasMoved, navigate } from '../app/navigate.ts'
import { formatRoute, type SwapLink } from '../app/route.ts'
import { AtPriceButtons, AtPriceDialog } from '../at-price/at-price.tsx'
import { formatAmount } from '../format/format-amount.ts'
import { ownTradeTimes, type TradeTimes } from '../order/own-trade-times.ts'
import { useOpenOrders } from '../order/use-open-orders.ts'
import { stableOf, worthIn } from '../quote/stable-worth.ts'
import { SwapDetails, SwapLeads, takerFeeAt } from '../quote/swap-facts.tsx'
import type { SwapQuote } from '../quote/swap-quote.ts'
import { isRouted } from '../quote/ways.ts'
import { ownStorage } from '../session/browser-storage.ts'
import { useConnection, useSession } from '../session/session.tsx'
import { formatDuration } from '../trades/trade-times.ts'
import { Button } from '../ui/button.tsx'
import { focusStart } from '../ui/focus-start.ts'
import { Icon } from '../ui/icon.tsx'
import { Notice } from '../ui/notice.tsx'
import { Panel } from '../ui/panel.tsx'
import { useSettled } from '../ui/use-settled.ts'
import { hasWallets, openWalletMenu } from '../wallet/wallet.ts'
import { AmountField } from './amount-field.tsx'
import type { Direction } from './choose-token.ts'
import { type FormMessage, formMessage } from './form-message.ts'
import { SettingsDialog } from './settings-dialog.tsx'
import { linkedDirection } from './swap-link.ts'
import { SwapPreview } from './swap-preview.tsx'
import { readSettings, type SwapSettings, writeSettings } from './swap-settings.ts'
import { type SwapForm, useSwap } from './use-swap.ts'
import './swap-card.css'

const reviewing = lazyView('the review', async () => (await import('../review/review.tsx')).Review)

type SwapCardProps = { readonly link: SwapLink }

/** The swap form that the address bar describes and, once it is filled in, the review. */
export function SwapCard({ link }: SwapCardProps) {
	const { pairs, pair } = useSession()
	const linked = linkedDirection(link, { pairs, pair })
	if (linked.kind === 'unknown') return <UnknownTokens {...linked} />
	return <KnownTokens link={link} direction={linked.direction} />
}

/** A token named by a link is never replaced by something else: the reader chooses. */
type UnknownTokensProps = {
	readonly reason: string
	readonly known: SwapLink
	readonly traded: readonly string[]
}

function UnknownTokens({ reason, known, traded }: UnknownTokensProps) {
	return (
		<Panel title="Swap">
			<div className="swap">
				<div role="alert">
					<Notice kind="warn">{reason} Nothing was filled in for it.</Notice>
				</div>
				<p>Traded here: {traded.join(', ')}.</p>
				<Button kind="primary" size="l" onClick={() => navigate({ view: 'swap', swap: known }, 'push')}>
					Choose other tokens
				</Button>
			</div>
		</Panel>
	)
}

function KnownTokens({ link, direction }: SwapCardProps & { direction: Direction }) {
	const [settings, setSettings] = useState<SwapSettings>(() => readSettings(ownStorage))
	const [seen, setSeen] = useState<{ readonly order: LimitOrder; readonly link: string }>()
	const { account } = useAccount()
	useEffect(() => reviewing.preload(), [])
	const form = useSwap({ settings, link, direction })
	const address = formatRoute({ view: 'swap', swap: form.link })
	const changeSettings = (next: SwapSettings) => {
		writeSettings(ownStorage, next)
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
		<reviewing.View
			key={link.alert}
			swap={form.swap}
			seen={seen?.link === address ? seen.order : undefined}
			alertId={link.alert}
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
	/** Called with the order that the form showed. */
	readonly onReview: (seen: LimitOrder) => void
}

function SwapForms({ form, settings, onSettings, onReview }: SwapFormsProps) {
	const { page, pair, feeInfo, tokens } = useSession()
	const { level } = useAccount()
	const [opened, setOpened] = useState<'settings' | 'account' | 'price' | 'repeat'>()
	const [watched, setWatched] = useState('')
	const [isMissing, setMissing] = useState(false)
	const { sell, buy, exact, text, typed, answer, funds } = form
	const asTyped = { typed: { text, amount: typed } }
	const quote = answer.kind === 'quote' ? answer.quote : undefined
	const takerFee = takerFeeAt(feeInfo, level)
	const slippage = Decimal.parse(settings.slippage)
	const stable = stableOf(pair, tokens)
	const worth = ({ symbol }: Token, amount: Amount | undefined) =>
		stable === undefined || symbol === stable
			? undefined
			: { symbol: stable, amount: worthIn(stable, amount, quote?.mid, pair) }
	const ways = waysOf(pair, { sell: sell.symbol, buy: buy.symbol })
	const announced = useSettled(quote === undefined ? '' : announcementOf(quote))
	const message = formMessage(form)
	const isLost = useConnection() === 'reconnecting'
	const [asked, setAsked] = useState<string>()
	const isOff = message.action === 'none' || (isLost && message.action === 'review')
	const frame = useRef<HTMLDivElement>(null)
	// After returning from a review or an order, the element that had the focus is gone.
	useEffect(() => {
		if (hasMoved()) focusStart(frame.current)
	}, [])
	const openAccount = () => (hasWallets(page) ? openWalletMenu() : setOpened('account'))
	const openAtPrice = (kind: 'price' | 'repeat') => {
		setMissing(form.swap === undefined)
		if (form.swap === undefined) frame.current?.querySelectorAll('input')[exact === 'sell' ? 0 : 1]?.focus()
		else setOpened(kind)
	}
	const next = () => {
		if (isOff) setAsked(text)
		else if (message.action === 'account') openAccount()
		else if (quote !== undefined) onReview(quote.order)
	}
	return (
		<div ref={frame} tabIndex={-1} className="swap-frame">
			<Panel
				title="Swap"
				actions={
					<button
						type="button"
						className="icon-button"
						aria-label="Swap settings"
						onClick={() => setOpened('settings')}
					>
						<Icon name="settings" size={18} />
					</button>
				}
			>
				<form
					className="swap"
					onSubmit={event => {
						event.preventDefault()
						next()
					}}
					onKeyDown={event => {
						// Browsers submit nothing while the button is disabled, and give no reason.
						if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
						event.preventDefault()
						next()
					}}
				>
					<div className="swap-sides">
						<AmountField
							label="You pay"
							token={sell}
							choices={form.choices('sell')}
							other={buy.symbol}
							{...(exact === 'sell' ? asTyped : {})}
							computed={quote?.expected.sell.amount}
							worth={worth(sell, quote?.expected.sell)}
							onType={typed => form.type('sell', typed)}
							onChoose={symbol => form.choose('sell', symbol)}
							held={funds.held}
							isBalanceUnavailable={funds.isUnavailable}
							{...(funds.balance === undefined ? {} : { balance: funds.balance })}
							{...(funds.spendable === undefined ? {} : { onPart: form.sellPart })}
						/>
						<button type="button" className="swap-flip" aria-label="Switch tokens" onClick={form.flip}>
							<Icon name="flip" size={18} />
						</button>
						<AmountField
							label="You receive"
							token={buy}
							choices={form.choices('buy')}
							other={sell.symbol}
							{...(exact === 'buy' ? asTyped : {})}
							computed={quote?.expected.buy.amount}
							worth={worth(buy, quote?.expected.buy)}
							onType={typed => form.type('buy', typed)}
							onChoose={symbol => form.choose('buy', symbol)}
						/>
					</div>
					<p className="visually-hidden" role="status">
						{announced}
					</p>
					<Action form={form} message={message} isLost={isLost} isAsked={isOff && asked === text} onNext={next} />
					<AtPriceButtons
						onOpen={openAtPrice}
						news={isMissing && form.swap === undefined ? 'Enter an amount first.' : watched}
					/>
					{form.swap === undefined ? (
						<SwapPreview sell={sell} takerFee={takerFee} slippage={slippage} />
					) : (
						<SwapLeads sell={sell} slippage={slippage} quote={quote} />
					)}
					{(form.swap !== undefined || isRouted(ways)) && (
						<SwapDetails {...{ pair, sell, takerFee, ways, quote }} between="or" />
					)}
				</form>
				{opened === 'settings' && (
					<SettingsDialog settings={settings} onChange={onSettings} onClose={() => setOpened(undefined)} />
				)}
				{(opened === 'price' || opened === 'repeat') && form.swap !== undefined && (
					<AtPriceDialog
						swap={form.swap}
						now={quote?.price}
						first={opened}
						onAdded={setWatched}
						onClose={() => setOpened(undefined)}
					/>
				)}
				{opened === 'account' && <AccountDialog onClose={() => setOpened(undefined)} />}
			</Panel>
		</div>
	)
}

type ActionProps = {
	readonly form: SwapForm
	readonly message: FormMessage
	readonly isLost: boolean
	/** Whether the user pressed Enter although there is no next step. */
	readonly isAsked: boolean
	readonly onNext: () => void
}

/** The button for the next step, below a message whose space is reserved. */
function Action({ form, message: { label, reason, action, level }, isLost, isAsked, onNext }: ActionProps) {
	const { page } = useSession()
	const { possible } = form
	const waiting = 'Waiting for connection'
	const took = tookWords(ownTradeTimes(useOpenOrders().statuses.orders))
	const why = isAsked
		? `${isLost ? waiting : label}. ${reason}`
		: (form.note ?? [form.levelNote, reason].filter(Boolean).join(' '))
	return (
		<div className="swap-action">
			<p
				className={`swap-reason swap-reason-${isAsked ? 'refused' : form.answer.kind} swap-cost-${level}`}
				aria-live="polite"
			>
				{why === '' ? `Settles in full in one ledger transaction, or not at all.${took}` : why}{' '}
				{possible !== undefined && (
					<button type="button" className="text-button" onClick={() => form.enter(form.exact, possible)}>
						Use {formatAmount(possible)} {form[form.exact].symbol}
					</button>
				)}
			</p>
			{action === 'account' ? (
				<Button kind="primary" size="l" onClick={onNext}>
					{hasWallets(page) ? 'Connect a wallet' : label}
				</Button>
			) : (
				<Button kind={buttonKinds[level]} size="l" type="submit" disabled={action !== 'review' || isLost}>
					{isLost ? waiting : label}
				</Button>
			)}
		</div>
	)
}

/** How long the reader's own trades took, if there are any: the service does not say it of others'. */
function tookWords({ trades, medianMs }: TradeTimes): string {
	if (medianMs === undefined) return ''
	const took = formatDuration(medianMs)
	return trades === 1 ? ` Your last trade took ${took}.` : ` Half of your last ${trades} trades took at most ${took}.`
}

const buttonKinds = { fine: 'primary', high: 'caution', severe: 'danger' } as const

/** The quote for screen readers, which do not see the amounts change. */
function announcementOf({ order, expected: { sell, buy } }: SwapQuote): string {
	const [sold, bought] = [sell, buy].map(({ amount, symbol }) => `${Decimal.format(amount)} ${symbol}`)
	return `For ${sold} you receive about ${bought}, and at least ${Decimal.format(order.buy.amount)} ${buy.symbol}.`
}
