import type { AmountWire } from '@accord/protocol'
import type { QuoteWire } from '@accord/sdk'
import { useCallback, useEffect, useState } from 'react'
import { useAccount } from '../account/account.tsx'
import { useSession } from '../session/session.tsx'
import { type CheckedQuote, orderTerms } from '../sign/order-terms.ts'
import { refusalOf } from './refusal-of.ts'
import type { SwapWish } from './swap-quote.ts'

/** The quote that is about to be signed, compared with the wish, and what the service would refuse it for. */
export type Reviewed = {
	readonly quote: QuoteWire
	readonly manifest: string
	readonly checked: CheckedQuote
	readonly expectedRebate: AmountWire
	readonly problem: string | undefined
}

/** Asks for the quote with its manifest, compares it with the wish, and has the service judge it before anything is signed. */
export function useReview({ sell, buy, exact, amount, slippage }: SwapWish) {
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
			const judged = await dex.check({ manifest })
			const expectedRebate = judged.execution?.expected_rebate ?? quote.expected_rebate
			return { quote, manifest, checked, expectedRebate, problem: refusalOf(judged) }
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
