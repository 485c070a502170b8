import type { QuoteWire } from '@accord/sdk'
import { useEffect, useState } from 'react'
import { useAccount } from '../account/account.tsx'
import { useSession } from '../session/session.tsx'
import type { SwapWish } from './swap-quote.ts'

const quietMs = 350

/** The service's own quote for a wish that was left alone for a moment: it knows the rebate that is to be expected. */
export function useServiceQuote(wish: SwapWish | undefined): QuoteWire | undefined {
	const { dex, pair } = useSession()
	const { account } = useAccount()
	const [quote, setQuote] = useState<QuoteWire>()
	const { sell, buy, exact, amount, slippage } = wish ?? {}
	// biome-ignore lint/correctness/useExhaustiveDependencies: a wish is asked for when what it says changes
	useEffect(() => {
		if (wish === undefined) return
		let isLeft = false
		const timer = setTimeout(() => {
			const side = { symbol: wish[wish.exact].symbol, amount: wish.amount }
			const request = {
				pair,
				slippage: wish.slippage,
				...(wish.exact === 'sell' ? { sell: side } : { buy: side }),
				...(account === undefined ? {} : { account: account.address }),
			}
			dex.requestQuote(request).then(
				answer => {
					if (!isLeft) setQuote(answer)
				},
				// The form says why there is no quote, from the live book.
				() => undefined,
			)
		}, quietMs)
		return () => {
			isLeft = true
			clearTimeout(timer)
		}
	}, [dex, pair, account?.address, sell?.symbol, buy?.symbol, exact, amount, slippage])
	return wish === undefined ? undefined : quote
}
