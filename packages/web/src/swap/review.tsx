import { Decimal, type QuoteWire } from '@accord/sdk'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useAccount } from '../account/account.tsx'
import { formatRoute } from '../app/route.ts'
import { keepOrder } from '../session/kept-orders.ts'
import { useOrderBook, useSession } from '../session/session.tsx'
import { type CheckedQuote, orderTerms } from '../sign/order-terms.ts'
import { signOrder } from '../sign/sign-order.ts'
import { Amount } from '../ui/amount.tsx'
import { Button } from '../ui/button.tsx'
import { Copyable } from '../ui/copyable.tsx'
import { describeError } from '../ui/describe-error.ts'
import { Fact, Facts } from '../ui/facts.tsx'
import { Icon } from '../ui/icon.tsx'
import { Notice } from '../ui/notice.tsx'
import { Panel } from '../ui/panel.tsx'
import { Failed, Loading } from '../ui/states.tsx'
import { TokenMark } from '../ui/token-mark.tsx'
import { type SwapWish, swapQuote } from './swap-quote.ts'
import type { SwapSettings } from './swap-settings.ts'
import './review.css'

type ReviewProps = { wish: SwapWish; settings: SwapSettings; onBack: () => void }

/** The quote that is about to be signed, and its problem if there is one. */
type Reviewed = {
	readonly quote: QuoteWire & { manifest: string }
	readonly checked: CheckedQuote
	readonly problem?: string
}

/** Everything about the order that is about to be signed: its amounts, its manifest, and what the service says of it. */
export function Review({ wish, settings, onBack }: ReviewProps) {
	const { reviewed, error, retry } = useReview(wish)
	const heading = useRef<HTMLDivElement>(null)
	useEffect(() => heading.current?.focus(), [])
	return (
		<div ref={heading} tabIndex={-1} className="review-frame">
			<Panel
				title="Review and sign"
				actions={
					<button type="button" className="icon-button" aria-label="Back to the swap" onClick={onBack}>
						<Icon name="back" size={18} />
					</button>
				}
			>
				{error !== undefined && <Failed title="This swap cannot be quoted now" error={error} onRetry={retry} />}
				{error === undefined && reviewed === undefined && <Loading what="the quote" lines={8} />}
				{error === undefined && reviewed !== undefined && (
					<Sign wish={wish} settings={settings} reviewed={reviewed} onRetry={retry} />
				)}
			</Panel>
		</div>
	)
}

type SignProps = { wish: SwapWish; settings: SwapSettings; reviewed: Reviewed; onRetry: () => void }

function Sign({ wish, settings, reviewed, onRetry }: SignProps) {
	const { page } = useSession()
	const { account } = useAccount()
	const { progress, error, sign } = useSigning(reviewed, settings)
	const { quote, checked, problem } = reviewed
	const hasMoved = useHasMoved(wish, checked)
	const isPlay = account?.kind === 'play'
	return (
		<div className="review">
			<Sides wish={wish} checked={checked} />
			<Facts>
				<Fact name="Platform fee">
					<Amount amount={quote.fee.anthic_amount} symbol={quote.fee.symbol} />
				</Fact>
				<Fact name="Settlement fee">
					<Amount amount={quote.fee.settlement_amount} symbol={quote.fee.symbol} />
				</Fact>
				<Fact name="Taken from the account">
					<Amount amount={checked.total} symbol={wish.sell.symbol} />
				</Fact>
				<Fact name="Expected back">
					<Amount {...quote.expected_rebate} />
				</Fact>
				<Fact name="Account">
					{account !== undefined && <Copyable text={account.address} label="account address" />}
				</Fact>
				<Fact name="Expires">{settings.expiresInSeconds} s after signing</Fact>
			</Facts>
			<details className="review-manifest">
				<summary>Read what you sign</summary>
				<p>
					The manifest of your order. The ledger carries out exactly this, as a whole or not at all; whoever settles it
					can change nothing.
				</p>
				{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
				<section className="review-text" tabIndex={0} aria-label="Manifest">
					<pre>{quote.manifest}</pre>
				</section>
			</details>
			<div className="review-notes" aria-live="polite">
				{isPlay && page.isPlay && (
					<Notice kind="warn">
						Play money: this page signs with a key it holds itself, after comparing every byte with what is shown here.
					</Notice>
				)}
				{problem !== undefined && <Notice kind="fail">{problem}</Notice>}
				{hasMoved && problem === undefined && error === undefined && (
					<Notice kind="info">
						The price has moved against this order; it may not fill.{' '}
						<button type="button" className="text-button" onClick={onRetry}>
							Fresh quote
						</button>
					</Notice>
				)}
				{error !== undefined && <SigningFailed error={error} onRetry={onRetry} />}
			</div>
			<Button
				kind="primary"
				size="l"
				isBusy={progress !== undefined}
				disabled={problem !== undefined || account === undefined}
				onClick={() => void sign()}
			>
				{progress ?? (isPlay ? 'Sign with the play key' : 'Sign in your wallet')}
			</Button>
		</div>
	)
}

function Sides({ wish, checked }: { wish: SwapWish; checked: CheckedQuote }) {
	const { sell, buy } = checked.terms
	return (
		<dl className="review-sides">
			<div>
				<dt>{wish.exact === 'sell' ? 'You sell' : 'You sell at most'}</dt>
				<dd>
					<TokenMark symbol={wish.sell.symbol} />
					<Amount amount={sell.amount} symbol={wish.sell.symbol} />
				</dd>
			</div>
			<div>
				<dt>{wish.exact === 'buy' ? 'You receive' : 'You receive at least'}</dt>
				<dd>
					<TokenMark symbol={wish.buy.symbol} />
					<Amount amount={buy.amount} symbol={wish.buy.symbol} />
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
				Fresh quote
			</button>
		</Notice>
	)
}

/** Asks for the quote with its manifest, compares it with the wish, and has the service judge it before anything is signed. */
function useReview({ sell, buy, exact, amount, slippage }: SwapWish) {
	const { dex, pair, feeInfo } = useSession()
	const { account } = useAccount()
	const [state, setState] = useState<{ reviewed?: Reviewed; error?: unknown }>({})
	const [attempt, setAttempt] = useState(0)
	const retry = useCallback(() => setAttempt(count => count + 1), [])
	const address = account?.address
	// biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks anew
	useEffect(() => {
		if (address === undefined) return
		let isLeft = false
		const wish = { sell, buy, exact, amount, slippage }
		const side = { symbol: wish[exact].symbol, amount }
		const ask = async (): Promise<Reviewed> => {
			const request = { pair, account: address, slippage, ...(exact === 'sell' ? { sell: side } : { buy: side }) }
			const quote = await dex.requestQuote(request)
			const { manifest } = quote
			if (manifest === undefined) throw new Error('The service gave no manifest to sign.')
			const checked = orderTerms(quote, { wish, account: address, feeInfo })
			const { violations } = await dex.check({ manifest })
			const serious = violations.find(({ rule }) => rule !== 'not_account_owner')
			const problem =
				serious === undefined ? {} : { problem: serious.detail ?? `The service would refuse it: ${serious.rule}.` }
			return { quote: { ...quote, manifest }, checked, ...problem }
		}
		setState({})
		ask().then(
			reviewed => {
				if (!isLeft) setState({ reviewed })
			},
			error => {
				if (!isLeft) setState({ error })
			},
		)
		return () => {
			isLeft = true
		}
	}, [dex, pair, feeInfo, address, sell.symbol, buy.symbol, exact, amount, slippage, attempt])
	return { ...state, retry }
}

function useSigning({ quote, checked }: Reviewed, { expiresInSeconds }: SwapSettings) {
	const { dex, page } = useSession()
	const { account } = useAccount()
	const [progress, setProgress] = useState<string>()
	const [error, setError] = useState<unknown>()
	const sign = async () => {
		if (account === undefined) return
		setError(undefined)
		setProgress(account.kind === 'wallet' ? 'Waiting for your wallet…' : 'Signing…')
		try {
			const subintentId = await signOrder({
				dex,
				account,
				manifest: quote.manifest,
				terms: checked.terms,
				networkId: page.networkId,
				expiresInSeconds,
				onSigned: () => setProgress('Sending…'),
			})
			keepOrder(localStorage, {
				subintentId,
				networkId: page.networkId,
				account: account.address,
				limitOrder: quote.limit_order,
				sentAtMs: Date.now(),
			})
			window.location.hash = formatRoute({ view: 'swap', id: subintentId })
		} catch (failure) {
			setError(failure)
			setProgress(undefined)
		}
	}
	return { progress, error, sign }
}

/** Whether the live book would no longer give what the order asks for. */
function useHasMoved(wish: SwapWish, { terms }: CheckedQuote): boolean {
	const { feeInfo } = useSession()
	const { level } = useAccount()
	const { book } = useOrderBook()
	if (book === undefined) return false
	const answer = swapQuote({ ...wish, slippage: Decimal.zero }, { book, feeInfo, level })
	if (answer.kind !== 'quote') return true
	const { sell, buy } = answer.quote.atBook
	return wish.exact === 'sell' ? buy.amount < terms.buy.amount : sell.amount > terms.sell.amount
}
