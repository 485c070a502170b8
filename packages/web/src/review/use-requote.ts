import { sameOrder } from '@accord/protocol'
import { useEffect } from 'react'
import { useAccount } from '../account/account.tsx'
import { type SwapInput, swapQuote } from '../quote/swap-quote.ts'
import { useOrderBook, useSession } from '../session/session.tsx'
import { isWithin } from './limited-quote.ts'
import { priceChange } from './price-change.ts'
import type { ReviewData, ReviewedOrder } from './use-review.ts'

/**
 * How the live book compares with a quote: unchanged, now better or worse, or too small; with a limit that the user has
 * set, too small is one that does not give it. A book older than the quote says nothing.
 */
export type QuoteState = 'stands' | 'better' | 'worse' | 'gone'

// A book that keeps changing must not cause a constant stream of requests.
const pauseMs = 800

/** Requests a new quote when the live book has moved away from the reviewed one, unless an order is being signed. */
export function useRequote(
	swap: SwapInput,
	{ data: reviewed, isQuoting, requote }: ReviewData,
	{ isSigning, isLimited }: { isSigning: boolean; isLimited: boolean },
): QuoteState {
	const state = useQuoteState(swap, reviewed, isLimited)
	const isDue = (state === 'better' || state === 'worse') && !isQuoting && !isSigning
	// biome-ignore lint/correctness/useExhaustiveDependencies: the function is another one in each render
	useEffect(() => {
		if (!isDue) return
		const timer = setTimeout(requote, pauseMs)
		return () => clearTimeout(timer)
	}, [isDue])
	return state
}

function useQuoteState(swap: SwapInput, reviewed: ReviewedOrder | undefined, isLimited: boolean): QuoteState {
	const { feeInfo } = useSession()
	const { level } = useAccount()
	const { book } = useOrderBook()
	if (book === undefined || reviewed === undefined) return 'stands'
	const { bookSequence, quotedAtMs } = reviewed.quote.validity
	// Only a limit that the user has set can be better than the book.
	const isShort = reviewed.figures.tolerance.amount < 0n
	if (book.sequence === bookSequence || book.atMs < quotedAtMs) return isShort ? 'gone' : 'stands'
	const answer = swapQuote(swap, { book, feeInfo, level })
	if (answer.kind !== 'quote') return 'gone'
	const { limitOrder: seen, expected } = reviewed.quote
	const current = answer.quote.order
	if (!isLimited) return priceChange(swap.exact, { seen, current })?.kind ?? 'stands'
	if (!isWithin(seen, current)) return 'gone'
	return isShort || !sameOrder(expected, current) ? 'better' : 'stands'
}
