import type { Amount, Quote } from '@accord/protocol'
import { skipToken } from '@tanstack/react-query'
import { useAccount } from '../account/account.tsx'
import { type RemoteData, useRemoteData } from '../session/remote-data.ts'
import { useSession } from '../session/session.tsx'
import { type CheckedQuote, checkQuote } from '../sign/check-quote.ts'
import { quoteRequest, type SwapInput, swapKey } from '../swap/swap-quote.ts'
import { refusalOf } from './refusal-of.ts'

/** The quote about to be signed, checked against the swap, and why the service would refuse the order, if it would. */
export type ReviewedOrder = {
	readonly quote: Quote
	readonly manifest: string
	readonly checked: CheckedQuote
	readonly expectedRebate: Amount
	readonly problem: string | undefined
}

/** Requests a quote with its manifest, compares it with the swap, and has the service validate the order before it is signed. */
export function useReview(swap: SwapInput): RemoteData<ReviewedOrder> {
	const { dex, pair, feeInfo } = useSession()
	const { account } = useAccount()
	const address = account?.address
	const review = async (account: string): Promise<ReviewedOrder> => {
		const quote = await dex.requestQuote(quoteRequest(swap, { pair, account }))
		const { manifest } = quote
		if (manifest === undefined) throw new Error('The service returned no manifest to sign.')
		const checked = checkQuote(quote, { swap, account, feeInfo })
		const order = await dex.check({ manifest })
		const expectedRebate = order.execution?.expectedRebate ?? quote.expectedRebate
		return { quote, manifest, checked, expectedRebate, problem: refusalOf(order) }
	}
	return useRemoteData({
		queryKey: ['review', ...swapKey(swap), address],
		queryFn: address === undefined ? skipToken : () => review(address),
		retry: false,
		// What is about to be signed changes only when the user asks for a new quote.
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: 0,
	})
}
