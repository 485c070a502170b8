import type { QuoteWire } from '@accord/sdk'
import { keepPreviousData, skipToken } from '@tanstack/react-query'
import { useAccount } from '../account/account.tsx'
import { useRemoteData } from '../session/remote-data.ts'
import { useSession } from '../session/session.tsx'
import { quoteRequest, requestKey, type SwapRequest } from './swap-quote.ts'

const pauseMs = 350

/** The service's own quote, which includes the expected rebate. It is requested when typing pauses; until then the previous one stays. */
export function useServiceQuote(swap: SwapRequest | undefined): QuoteWire | undefined {
	const { dex, pair } = useSession()
	const { account } = useAccount()
	const { data } = useRemoteData<QuoteWire>({
		queryKey: ['quote', ...(swap === undefined ? [] : requestKey(swap)), account?.address],
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
