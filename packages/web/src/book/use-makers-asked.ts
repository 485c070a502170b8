import { Decimal, type ExactSide, limitOrderFromBook, type OrderBook, type Token } from '@accord/protocol'
import { skipToken } from '@tanstack/react-query'
import { placesOfPair } from '../quote/pair-places.ts'
import { useRemoteData } from '../session/remote-data.ts'
import { useSession } from '../session/session.tsx'
import { useSettled } from '../ui/use-settled.ts'
import type { Taken } from './taken-price.ts'

const everyMs = 10_000

/** How many makers the service would ask for the order; undefined until it says, or while the book cannot fill it. */
export function useMakersAsked(book: OrderBook, taken: Taken | undefined): number | undefined {
	const { dex, tokens } = useSession()
	const { pair } = book
	const wanted = taken === undefined ? undefined : exactSideOf(taken, book)
	const isPossible = wanted !== undefined && isFilled(wanted, book, tokens)
	const { symbol = '', amount = Decimal.zero } = wanted?.sell ?? wanted?.buy ?? {}
	const key = isPossible ? `${pair.base}/${pair.quote} ${taken?.side} ${symbol} ${Decimal.format(amount)}` : ''
	const isSettled = useSettled(key) === key
	return useRemoteData<number>({
		queryKey: ['makers asked', key],
		queryFn: isPossible && isSettled ? async () => makersOf(await dex.requestQuote({ pair, ...wanted })) : skipToken,
		refetchInterval: everyMs,
		// The book may have changed meanwhile: then nothing is said.
		retry: false,
	}).data
}

function makersOf({ levels }: { readonly levels: readonly { readonly maker: number }[] }): number {
	return new Set(levels.map(({ maker }) => maker)).size
}

function exactSideOf({ side, token, amount }: Taken, { pair: { base, quote } }: OrderBook): ExactSide {
	const exact = { symbol: token === 'base' ? base : quote, amount }
	return (side === 'bids') === (token === 'base') ? { sell: exact } : { buy: exact }
}

/** Whether the book has an order for this, so that the service does not refuse to quote it. */
function isFilled(wanted: ExactSide, book: OrderBook, tokens: ReadonlyMap<string, Token>): boolean {
	const divisibility = placesOfPair(book.pair, tokens)
	const { symbol, amount } = wanted.sell ?? wanted.buy
	if (divisibility === undefined) return false
	if (!Decimal.fits(amount, symbol === book.pair.base ? divisibility.base : divisibility.quote)) return false
	return limitOrderFromBook({ book, divisibility, ...wanted }).kind === 'order'
}
