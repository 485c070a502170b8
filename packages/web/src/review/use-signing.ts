import { TradeError } from '@accord/protocol'
import { ConnectionError } from '@accord/sdk'
import { useState } from 'react'
import { useAccount } from '../account/account.tsx'
import { navigate } from '../app/navigate.ts'
import type { SwapInput } from '../quote/swap-quote.ts'
import { removeOrders, saveOrder } from '../session/saved-orders.ts'
import { useSession } from '../session/session.tsx'
import { type SignedOrder, signOrder } from '../sign/sign-order.ts'
import type { ReviewedOrder } from './use-review.ts'

type SigningOptions = {
	readonly swap: SwapInput
	readonly expiresInSeconds: number
	/** Called when no maker takes the signed price any more, so that a new quote is needed. */
	readonly onMoved: () => void
}

/**
 * Signs the reviewed order, sends it and opens its timeline. `progress` is the label while that takes time. If the service does
 * not respond, the order may have arrived: it stays in the history, and `resend` is safe.
 */
export function useSigning(
	{ quote, manifest, checked, figures }: ReviewedOrder,
	{ swap, expiresInSeconds, onMoved }: SigningOptions,
) {
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
			if (failure instanceof TradeError && failure.code === 'no_liquidity') onMoved()
		}
	}
	const send = async (order: SignedOrder) => {
		setProgress('Sending…')
		setUnsent(undefined)
		try {
			await dex.submitOrder(order.signedPartialTransaction)
		} catch (failure) {
			if (mayHaveArrived(failure)) setUnsent(order)
			else removeOrders(localStorage, [order.subintentId])
			throw failure
		}
		// In place of the review, so that Back leads to the form and not to a second signature.
		navigate({ view: 'swap', id: order.subintentId }, 'replace')
	}
	const sign = () =>
		attempt(async () => {
			if (account === undefined) return
			setProgress(account.kind === 'wallet' ? 'Waiting for your wallet…' : 'Signing…')
			const { networkId } = page
			const order = await signOrder({ dex, account, manifest, terms: checked.terms, networkId, expiresInSeconds })
			saveOrder(localStorage, {
				subintentId: order.subintentId,
				networkId,
				account: account.address,
				limitOrder: quote.limitOrder,
				exact: swap.exact,
				givenUp: figures.givenUp,
				sentAtMs: Date.now(),
			})
			await send(order)
		})
	const resend = unsent === undefined ? undefined : () => attempt(() => send(unsent))
	return { progress, error, sign, resend }
}

/** Whether the service may have accepted the order. It does not remember the ones it refused. */
function mayHaveArrived(failure: unknown): boolean {
	return failure instanceof ConnectionError || (failure instanceof TradeError && failure.code === 'internal')
}
