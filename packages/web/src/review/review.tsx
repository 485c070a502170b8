import { Decimal } from '@accord/protocol'
import { describeError } from '@accord/sdk'
import { useEffect, useRef } from 'react'
import { useAccount } from '../account/account.tsx'
import type { Labels } from '../manifest/explain-manifest.ts'
import { ManifestView } from '../manifest/manifest-view.tsx'
import { useOrderBook, useSession } from '../session/session.tsx'
import type { CheckedQuote } from '../sign/check-quote.ts'
import { type SwapInput, swapQuote } from '../swap/swap-quote.ts'
import type { SwapSettings } from '../swap/swap-settings.ts'
import { Amount } from '../ui/amount.tsx'
import { Button } from '../ui/button.tsx'
import { Copyable } from '../ui/copyable.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Icon } from '../ui/icon.tsx'
import { Notice } from '../ui/notice.tsx'
import { Panel } from '../ui/panel.tsx'
import { Failed, Loading } from '../ui/states.tsx'
import { TokenMark } from '../ui/token-mark.tsx'
import { type ReviewedOrder, useReview } from './use-review.ts'
import { useSigning } from './use-signing.ts'
import './review.css'

type ReviewProps = { readonly swap: SwapInput; readonly settings: SwapSettings; readonly onBack: () => void }

/** The order about to be signed: its amounts, its manifest, and whether the service would accept it. */
export function Review({ swap, settings, onBack }: ReviewProps) {
	const { data: reviewed, error, retry } = useReview(swap)
	const heading = useRef<HTMLDivElement>(null)
	useEffect(() => heading.current?.focus(), [])
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
				{error !== undefined && <Failed title="Couldn’t get a quote" error={error} onRetry={retry} />}
				{error === undefined && reviewed === undefined && <Loading what="the quote" lines={8} />}
				{error === undefined && reviewed !== undefined && (
					<Sign swap={swap} settings={settings} reviewed={reviewed} onRetry={retry} />
				)}
			</Panel>
		</div>
	)
}

type SignProps = {
	readonly swap: SwapInput
	readonly settings: SwapSettings
	readonly reviewed: ReviewedOrder
	readonly onRetry: () => void
}

function Sign({ swap, settings, reviewed, onRetry }: SignProps) {
	const { page } = useSession()
	const { account } = useAccount()
	const { progress, error, sign, resend } = useSigning(reviewed, settings)
	const { quote, manifest, checked, expectedRebate, problem } = reviewed
	const labels = useLabels()
	const hasMoved = useHasMoved(swap, checked)
	const isPlay = account?.kind === 'play'
	return (
		<div className="review">
			<Sides swap={swap} checked={checked} />
			<Facts>
				<Fact name="Platform fee">
					<Amount amount={quote.fee.platformAmount} symbol={quote.fee.symbol} />
				</Fact>
				<Fact name="Settlement fee">
					<Amount amount={quote.fee.settlementAmount} symbol={quote.fee.symbol} />
				</Fact>
				<Fact name="Total with fees">
					<Amount amount={checked.total} symbol={swap.sell.symbol} />
				</Fact>
				<Fact name="Expected rebate">
					<Amount {...expectedRebate} format={{ places: 8 }} />
				</Fact>
				<Fact name="Account">
					{account !== undefined && <Copyable text={account.address} label="account address" />}
				</Fact>
				<Fact name="Expires">{settings.expiresInSeconds} s after signing</Fact>
			</Facts>
			<ManifestView title="Read what you sign" manifest={manifest} labels={labels} />
			<div className="review-notes" aria-live="polite">
				{isPlay && page.isPlay && (
					<Notice kind="warn">
						Play money: this page holds the key and signs with it, after checking every byte against what is shown here.
					</Notice>
				)}
				{problem !== undefined && <Notice kind="fail">{problem}</Notice>}
				{hasMoved && problem === undefined && error === undefined && (
					<Notice kind="info">
						The price has moved against this order; it may not fill.{' '}
						<button type="button" className="text-button" onClick={onRetry}>
							Get a new quote
						</button>
					</Notice>
				)}
				{error !== undefined && resend === undefined && <SigningFailed error={error} onRetry={onRetry} />}
				{resend !== undefined && (
					<Notice kind="warn">
						The order is signed, but the service did not respond, so it may have arrived. Sending it again is safe: it
						can execute only once. You can find it in your history.
					</Notice>
				)}
			</div>
			<Button
				kind="primary"
				size="l"
				isBusy={progress !== undefined}
				disabled={problem !== undefined || account === undefined}
				onClick={() => void (resend ?? sign)()}
			>
				{progress ?? (resend !== undefined ? 'Send again' : isPlay ? 'Sign with play key' : 'Sign with your wallet')}
			</Button>
		</div>
	)
}

function Sides({ swap, checked }: { swap: SwapInput; checked: CheckedQuote }) {
	const { sell, buy } = checked.terms
	return (
		<dl className="review-sides">
			<div>
				<dt>{swap.exact === 'sell' ? 'You pay' : 'You pay at most'}</dt>
				<dd>
					<TokenMark symbol={swap.sell.symbol} />
					<Amount amount={sell.amount} symbol={swap.sell.symbol} />
				</dd>
			</div>
			<div>
				<dt>{swap.exact === 'buy' ? 'You receive' : 'You receive at least'}</dt>
				<dd>
					<TokenMark symbol={swap.buy.symbol} />
					<Amount amount={buy.amount} symbol={swap.buy.symbol} />
				</dd>
			</div>
		</dl>
	)
}

function SigningFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
	const { reason, advice } = describeError(error)
	return (
		<Notice kind="fail">
			{reason} {advice}{' '}
			<button type="button" className="text-button" onClick={onRetry}>
				Get a new quote
			</button>
		</Notice>
	)
}

/** Names for the addresses in the manifest. */
function useLabels(): Labels {
	const { tokens } = useSession()
	const { account } = useAccount()
	const symbols = [...tokens.values()].map(({ symbol, resourceAddress }) => [resourceAddress, symbol] as const)
	return new Map([...symbols, ...(account === undefined ? [] : [[account.address, 'your account'] as const])])
}

/** Whether the live book no longer meets the order's limits. */
function useHasMoved(swap: SwapInput, { terms }: CheckedQuote): boolean {
	const { feeInfo } = useSession()
	const { level } = useAccount()
	const { book } = useOrderBook()
	if (book === undefined) return false
	const answer = swapQuote({ ...swap, slippage: Decimal.zero }, { book, feeInfo, level })
	if (answer.kind !== 'quote') return true
	const { sell, buy } = answer.quote.atBook
	return swap.exact === 'sell' ? buy.amount < terms.buy.amount : sell.amount > terms.sell.amount
}
