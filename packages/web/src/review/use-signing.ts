import { ConnectionError, TradeError } from '@accord/sdk'
import { useState } from 'react'
import { useAccount } from '../account/account.tsx'
import { formatRoute } from '../app/route.ts'
import { forgetOrders, keepOrder } from '../session/kept-orders.ts'
import { useSession } from '../session/session.tsx'
import { type SignedOrder, signOrder } from '../sign/sign-order.ts'
import type { SwapSettings } from '../swap/swap-settings.ts'
import type { ReviewedOrder } from './use-review.ts'

/**
 * Has the reviewed order signed and sent; then the page goes on to its timeline. `progress` says what is waited for. Of an
 * order that was sent without an answer nobody knows whether it arrived: it is kept, and `sendAgain` is safe.
 */
export function useSigning({ quote, manifest, checked }: ReviewedOrder, { expiresInSeconds }: SwapSettings) {
	const { dex, page } = useSession()
	const { account } = useAccount()
	const [progress, setProgress] = useState<string>()
	const [error, setError] = useState<unknown>()
	const [unsent, setUnsent] = useState<SignedOrder>()

	const attempt = async (work: () => Promise<void>) => {
		setError(undefined)
		try {
			await work()
		} catch (failure) {
			setError(failure)
			setProgress(undefined)
		}
	}
	const send = async (order: SignedOrder) => {
		setProgress('Sending…')
		setUnsent(undefined)
		try {
			await dex.submitOrder(order.signedPartialTransaction)
		} catch (failure) {
			if (isUnanswered(failure)) setUnsent(order)
			else forgetOrders(localStorage, [order.subintentId])
			throw failure
		}
		window.location.hash = formatRoute({ view: 'swap', id: order.subintentId })
	}
	const sign = () =>
		attempt(async () => {
			if (account === undefined) return
			setProgress(account.kind === 'wallet' ? 'Waiting for your wallet…' : 'Signing…')
			const { networkId } = page
			const order = await signOrder({ dex, account, manifest, terms: checked.terms, networkId, expiresInSeconds })
			keepOrder(localStorage, {
				subintentId: order.subintentId,
				networkId,
				account: account.address,
				limitOrder: quote.limit_order,
				sentAtMs: Date.now(),
			})
			await send(order)
		})
	const sendAgain = unsent === undefined ? undefined : () => attempt(() => send(unsent))
	return { progress, error, sign, sendAgain }
}

/** Whether nobody knows if the service took the order; one that it refused is not remembered by it. */
function isUnanswered(failure: unknown): boolean {
	return failure instanceof ConnectionError || (failure instanceof TradeError && failure.code === 'internal')
}
