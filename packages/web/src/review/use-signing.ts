import { TradeError } from '@accord/protocol'
import { ConnectionError } from '@accord/sdk'
import { useEffect, useRef, useState } from 'react'
import { useAccount } from '../account/account.tsx'
import { navigate } from '../app/navigate.ts'
import type { SwapInput } from '../quote/swap-quote.ts'
import { ownStorage } from '../session/browser-storage.ts'
import { removeOrders, saveOrder } from '../session/saved-orders.ts'
import { useSession } from '../session/session.tsx'
import type { SignedOrder } from '../sign/sign-order.ts'
import { forgetUnconfirmed, noteUnconfirmed } from '../sign/unconfirmed-orders.ts'
import type { ReviewedOrder } from './use-review.ts'

type SigningOptions = {
	readonly swap: SwapInput
	readonly expiresInSeconds: number
	/** Called when no maker accepts the signed price any more, so that a new quote is needed. */
	readonly onMoved: () => void
	/** Called when the service has the order. */
	readonly onSent: () => void
}

/** How far the signing of an order has come. */
export type Signing = {
	/** The step that is taking time. */
	readonly progress: 'signing' | 'sending' | undefined
	readonly error: unknown
	/** Whether the quote differs from the one whose order failed. */
	readonly hasNewQuote: boolean
	/** Whether it was cancelled before anything was sent. */
	readonly isCancelled: boolean
	/** Whether the wallet has not received the request for some time. */
	readonly isUnheard: boolean
	readonly sign: () => void
	/** Present when the order is signed and may have arrived: sending it again is safe. */
	readonly resend: (() => void) | undefined
	/** Stops waiting. A later signature is not sent; an order already sent may arrive. */
	readonly cancel: () => void
}

/**
 * Signs the reviewed order, sends it and opens its timeline. If the service does not respond, the order may have arrived:
 * it stays in the history, and `resend` is safe. Leaving the review cancels.
 */
export function useSigning(
	{ quote, checked }: ReviewedOrder,
	{ swap, expiresInSeconds, onMoved, onSent }: SigningOptions,
): Signing {
	const { dex, page } = useSession()
	const { account } = useAccount()
	const [progress, setProgress] = useState<Signing['progress']>()
	const [error, setError] = useState<unknown>()
	const [failedQuote, setFailedQuote] = useState<ReviewedOrder['quote']>()
	const [unsent, setUnsent] = useState<SignedOrder>()
	const [isCancelled, setCancelled] = useState(false)
	const [isUnheard, setUnheard] = useState(false)
	const sending = useRef<SignedOrder>(undefined)
	const attempts = useAttempts()

	const attempt = async (work: (isCurrent: () => boolean, signal: AbortSignal) => Promise<void>) => {
		const { isCurrent, signal } = attempts.begin()
		setError(undefined)
		setCancelled(false)
		try {
			await work(isCurrent, signal)
		} catch (failure) {
			if (!isCurrent()) return
			setError(failure)
			setFailedQuote(quote)
			setProgress(undefined)
			setUnheard(false)
			if (failure instanceof TradeError && failure.code === 'no_liquidity') onMoved()
		}
	}
	const send = async (order: SignedOrder, isCurrent: () => boolean) => {
		setProgress('sending')
		setUnsent(undefined)
		sending.current = order
		try {
			await dex.submitOrder(order.signedPartialTransaction)
		} catch (failure) {
			if (!mayHaveArrived(failure)) removeOrders(ownStorage, [order.subintentId])
			else if (isCurrent()) setUnsent(order)
			throw failure
		}
		forgetUnconfirmed(ownStorage, order.subintentId)
		// Replaces the review in the history, so that Back leads to the form instead of to a second signature.
		if (isCurrent()) navigate({ view: 'swap', id: order.subintentId }, 'replace')
		onSent()
	}
	const sign = () =>
		attempt(async (isCurrent, signal) => {
			if (account === undefined) return
			setProgress('signing')
			sending.current = undefined
			const { networkId } = page
			const waiting = { signal, onUnheard: () => isCurrent() && setUnheard(true) }
			const request = { dex, account, terms: checked.terms, networkId, expiresInSeconds, waiting }
			const { signOrder } = await import('../sign/sign-order.ts')
			const order = await signOrder(request)
			if (!isCurrent()) return
			setUnheard(false)
			const { limitOrder } = quote
			noteUnconfirmed(ownStorage, { ...order, account: account.address, limitOrder })
			saveOrder(ownStorage, {
				subintentId: order.subintentId,
				networkId,
				account: account.address,
				limitOrder,
				exact: swap.exact,
				sentAtMs: Date.now(),
			})
			await send(order, isCurrent)
		})
	const cancel = () => {
		attempts.leave()
		setProgress(undefined)
		setUnheard(false)
		if (sending.current === undefined) setCancelled(true)
		else setUnsent(sending.current)
	}
	const resend = unsent === undefined ? undefined : () => void attempt(isCurrent => send(unsent, isCurrent))
	const hasNewQuote = failedQuote !== undefined && failedQuote !== quote
	return { progress, error, hasNewQuote, isCancelled, isUnheard, sign: () => void sign(), resend, cancel }
}

/** The attempts: one that was abandoned, or whose page is gone, is no longer current. */
function useAttempts() {
	const current = useRef(new AbortController())
	const leave = () => current.current.abort()
	// biome-ignore lint/correctness/useExhaustiveDependencies: leaving is always the same act
	useEffect(() => leave, [])
	return {
		begin: () => {
			leave()
			current.current = new AbortController()
			const { signal } = current.current
			return { isCurrent: () => !signal.aborted, signal }
		},
		leave,
	}
}

/** Whether the service may have accepted the order. It does not remember orders that it refused. */
function mayHaveArrived(failure: unknown): boolean {
	return failure instanceof ConnectionError || (failure instanceof TradeError && failure.code === 'internal')
}
