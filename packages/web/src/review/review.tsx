import type { Amount as AmountOf, Decimal, LimitOrder } from '@accord/protocol'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useAccount } from '../account/account.tsx'
import type { PriceAlert } from '../at-price/alert.ts'
import { AlertGone, AtLimit, usePriceAlert } from '../at-price/at-limit.tsx'
import { removeAlert } from '../at-price/saved-alerts.ts'
import type { Labels } from '../manifest/explain-manifest.ts'
import { ManifestView } from '../manifest/manifest-view.tsx'
import { CostBar } from '../quote/cost-bar.tsx'
import { costLevelOf } from '../quote/swap-cost.ts'
import { PaidInTotal, SwapDetails, TotalCost, takerFeeAt } from '../quote/swap-facts.tsx'
import type { SwapInput } from '../quote/swap-quote.ts'
import { waysOfQuote } from '../quote/ways.ts'
import { ownStorage } from '../session/browser-storage.ts'
import { useSession } from '../session/session.tsx'
import { CaughtError } from '../sign/caught-error.ts'
import type { SwapSettings } from '../swap/swap-settings.ts'
import { Amount } from '../ui/amount.tsx'
import { Copyable } from '../ui/copyable.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { focusStart } from '../ui/focus-start.ts'
import { Icon } from '../ui/icon.tsx'
import { Panel } from '../ui/panel.tsx'
import { Failed, Loading } from '../ui/states.tsx'
import { TokenMark } from '../ui/token-mark.tsx'
import { Caught } from './caught.tsx'
import { confirmationsOf } from './confirmations.ts'
import { swapAtLimit } from './limited-quote.ts'
import { priceChange } from './price-change.ts'
import { acceptWords, PriceMoved } from './price-moved.tsx'
import { inWords, unpaidOf } from './refusal-of.ts'
import { Problem, Refuses, SigningFailed, StillValid } from './review-notices.tsx'
import { SignAction, SigningNotes } from './sign-action.tsx'
import { SignedHeader } from './signed-header.tsx'
import { useRequote } from './use-requote.ts'
import { type ReviewData, type ReviewedOrder, useReview } from './use-review.ts'
import { useSigning } from './use-signing.ts'
import { useUnconfirmed } from './use-unconfirmed.ts'
import './review.css'

type ReviewProps = {
	readonly swap: SwapInput
	/** The alert whose limit is signed. */
	readonly alertId: string | undefined
	/** The order that the user has seen in the form; differences from it are pointed out. */
	readonly seen: LimitOrder | undefined
	readonly settings: SwapSettings
	readonly onBack: () => void
	/** Called with a different amount to sell. */
	readonly onSell: (amount: Decimal) => void
}

/** The order about to be signed: its amounts, its manifest, and whether the service would accept it. */
export function Review({ onBack, alertId, ...props }: ReviewProps) {
	const { pair } = useSession()
	const alert = usePriceAlert(alertId, props.swap)
	const limit = alert?.limit
	const swap = limit === undefined ? props.swap : swapAtLimit(limit, { swap: props.swap, pair })
	const review = useReview(swap, limit)
	const { data: reviewed, error, retry } = review
	const heading = useRef<HTMLDivElement>(null)
	useEffect(() => focusStart(heading.current), [])
	return (
		<div ref={heading} tabIndex={-1} className="review-frame">
			<Panel
				title="Review and sign"
				actions={
					<button type="button" className="icon-button" aria-label="Back to swap" onClick={onBack}>
						<Icon name="back" size={18} />
					</button>
				}
			>
				{alertId !== undefined && alert === undefined && <AlertGone />}
				{reviewed === undefined && error instanceof CaughtError && (
					<Caught error={error} onAccept={review.acceptChange} />
				)}
				{reviewed === undefined && error !== undefined && !(error instanceof CaughtError) && (
					<Failed title="Couldn’t get a quote" error={inWords(error)} onRetry={retry} />
				)}
				{reviewed === undefined && error === undefined && <Loading what="the quote" lines={8} />}
				{reviewed !== undefined && <Sign {...props} swap={swap} alert={alert} review={review} reviewed={reviewed} />}
			</Panel>
		</div>
	)
}

type SignProps = Omit<ReviewProps, 'onBack' | 'alertId'> & {
	readonly alert: PriceAlert | undefined
	readonly review: ReviewData
	readonly reviewed: ReviewedOrder
}

function Sign({ swap, alert, seen, settings, onSell, review, reviewed }: SignProps) {
	const { page, pair, feeInfo } = useSession()
	const { account } = useAccount()
	const signing = useSigning(reviewed, {
		swap,
		expiresInSeconds: settings.expiresInSeconds,
		onMoved: review.requote,
		onSent: () => alert !== undefined && removeAlert(ownStorage, alert.id),
	})
	const { progress, error, resend } = signing
	const isSigning = progress !== undefined || resend !== undefined
	const state = useRequote(swap, review, { isSigning, isLimited: alert !== undefined })
	const [accepted, setAccepted] = useState(seen ?? reviewed.quote.limitOrder)
	const { quote, manifest, figures, problem } = reviewed
	const change = priceChange(swap.exact, { seen: accepted, current: quote.limitOrder })
	const unconfirmed = useUnconfirmed(swap)
	const isSecond = unconfirmed !== undefined && !isSigning
	const both = isSecond ? ['I accept that both orders may be executed.'] : []
	const confirmations = useConfirmations([...confirmationsOf(figures), ...both])
	const labels = useLabels()
	const isPlay = account?.kind === 'play'
	const unpaid = unpaidOf(error, quote.total.amount)
	if (error instanceof CaughtError) return <Caught error={error} />
	const mayNotSign =
		problem !== undefined || account === undefined || state === 'worse' || state === 'gone' || confirmations.isOpen
	return (
		<div className="review">
			<Sides order={quote.limitOrder} expected={figures.expected} />
			<Facts>
				<PaidInTotal sell={swap.sell} quote={figures} />
				<TotalCost sell={swap.sell} quote={figures} />
			</Facts>
			<CostBar quote={figures} />
			<div className="review-more">
				<SwapDetails
					pair={pair}
					sell={swap.sell}
					takerFee={takerFeeAt(feeInfo, quote.level)}
					ways={waysOfQuote(quote)}
					between="and"
					quote={figures}
				>
					<Fact name="Account">
						{account !== undefined && <Copyable text={account.address} label="account address" />}
					</Fact>
				</SwapDetails>
				<ManifestView title="Read what you sign" manifest={manifest} labels={labels}>
					<SignedHeader expiresInSeconds={settings.expiresInSeconds} />
				</ManifestView>
			</div>
			<div className="review-notes" aria-live="polite">
				{alert !== undefined && <AtLimit alert={alert} />}
				{quote.surplusDeliverable === false && figures.tolerance.amount > 0n && <Refuses symbol={pair.quote} />}
				{isSecond && <StillValid order={unconfirmed} />}
			</div>
			{confirmations.boxes}
			<div className="review-action">
				<div className="review-notes" aria-live="polite">
					{problem !== undefined && <Problem problem={problem} swap={swap} level={quote.level} onSell={onSell} />}
					<PriceMoved isLimited={alert !== undefined} exact={swap.exact} change={change} state={state} />
					{unpaid !== undefined && <Problem problem={unpaid} swap={swap} level={quote.level} onSell={onSell} />}
					{error !== undefined && unpaid === undefined && resend === undefined && (
						<SigningFailed error={error} {...(signing.hasNewQuote ? {} : { onRetry: review.requote })} />
					)}
					<SigningNotes signing={signing} />
				</div>
				<SignAction
					signing={signing}
					isOff={mayNotSign}
					acceptance={
						change?.kind === 'worse' && state !== 'gone'
							? { label: acceptWords(change), accept: () => setAccepted(quote.limitOrder) }
							: undefined
					}
					kind={costLevelOf(figures.cost) === 'severe' ? 'danger' : 'primary'}
				/>
				<p className="review-expiry">
					Valid for {settings.expiresInSeconds} s once signed
					{isPlay && page.isPlay && <span className="review-demo">Demo account: this page holds its key</span>}
				</p>
			</div>
		</div>
	)
}

/** The sentences to confirm, and whether any of them is still unconfirmed. */
function useConfirmations(sentences: readonly string[]) {
	const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set())
	const boxes = sentences.map(sentence => (
		<label key={sentence} className="review-confirm">
			<input
				type="checkbox"
				checked={confirmed.has(sentence)}
				onChange={({ target }) =>
					setConfirmed(
						target.checked
							? new Set([...confirmed, sentence])
							: new Set([...confirmed].filter(one => one !== sentence)),
					)
				}
			/>
			{sentence}
		</label>
	))
	return { boxes, isOpen: sentences.some(sentence => !confirmed.has(sentence)) }
}

function MarkOf({ symbol }: { symbol: string }) {
	const token = useSession().tokens.get(symbol)
	return token === undefined ? undefined : <TokenMark token={token} />
}

/** What is expected and the worst case, which is signed: two figures, even if they are the same. */
function Sides({ order, expected }: { order: LimitOrder; expected: LimitOrder }) {
	const isExact = expected.sell.amount === order.sell.amount
	return (
		<dl className="review-sides">
			<Side name={isExact ? 'You sell' : 'You sell about'} amount={expected.sell}>
				{!isExact && (
					<span className="review-limit">
						at most <Amount {...order.sell} />
					</span>
				)}
			</Side>
			<Side name="You receive about" amount={expected.buy} />
			<div className="review-least">
				<dt>You receive at least</dt>
				<dd>
					<Amount {...order.buy} />
				</dd>
			</div>
		</dl>
	)
}

type SideProps = { readonly name: string; readonly amount: AmountOf; readonly children?: ReactNode }

function Side({ name, amount, children }: SideProps) {
	return (
		<div>
			<dt>{name}</dt>
			<dd>
				<MarkOf symbol={amount.symbol} />
				<Amount {...amount} />
				{children}
			</dd>
		</div>
	)
}

/** Names for the addresses in the manifest. */
function useLabels(): Labels {
	const { tokens } = useSession()
	const { account } = useAccount()
	const symbols = [...tokens.values()].map(({ symbol, resourceAddress }) => [resourceAddress, symbol] as const)
	return new Map([...symbols, ...(account === undefined ? [] : [[account.address, 'your account'] as const])])
}
