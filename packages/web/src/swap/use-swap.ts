import { Decimal, type Token } from '@accord/sdk'
import { useState } from 'react'
import { useAccount } from '../account/account.tsx'
import { useOrderBook, useSession } from '../session/session.tsx'
import { chooseToken, type Direction, flipped, symbolsOf } from './choose-token.ts'
import { parseAmount } from './parse-amount.ts'
import { mostSellable, type SwapAnswer, type SwapRequest, swapQuote } from './swap-quote.ts'
import type { SwapSettings } from './swap-settings.ts'

/** What the form shows: either nothing to compute yet, or the answer to what was typed. */
export type FormAnswer =
	| { readonly kind: 'empty' }
	| { readonly kind: 'invalid'; readonly reason: string }
	| { readonly kind: 'waiting' }
	| SwapAnswer

/** The form of a swap: what was chosen and typed, and what the live book makes of it. */
export function useSwap(settings: SwapSettings) {
	const { pair, pairs, choosePair, tokens, feeInfo } = useSession()
	const { account, balances, balancesError, level } = useAccount()
	const [sells, setSells] = useState<Direction['sells']>('base')
	const [exact, setExact] = useState<'sell' | 'buy'>('sell')
	const [text, setText] = useState('')
	const { book } = useOrderBook(pair)

	const direction: Direction = { pair, sells }
	const symbols = symbolsOf(direction)
	const sell = tokenOf(tokens, symbols.sell)
	const buy = tokenOf(tokens, symbols.buy)
	const balance = balances === undefined ? undefined : (balances.get(sell.resourceAddress) ?? Decimal.zero)
	const typed = parseAmount(text, exact === 'sell' ? sell : buy)
	const request: SwapRequest | undefined =
		typed.kind === 'amount'
			? { sell, buy, exact, amount: typed.amount, slippage: Decimal.parse(settings.slippage) }
			: undefined

	const answer = (): FormAnswer => {
		if (typed.kind === 'invalid') return typed
		if (request === undefined) return { kind: 'empty' }
		if (book === undefined) return { kind: 'waiting' }
		return swapQuote(request, { book, feeInfo, level, ...(balance === undefined ? {} : { balance }) })
	}
	const turn = (next: Direction) => {
		if (next.pair !== pair) choosePair(next.pair)
		setSells(next.sells)
	}
	const type = (side: 'sell' | 'buy', typedText: string) => {
		setExact(side)
		setText(typedText)
	}
	return {
		sell,
		buy,
		exact,
		text,
		request,
		balance,
		isBalanceLost: balance === undefined && balancesError !== undefined,
		answer: answer(),
		isBookKnown: book !== undefined,
		hasAccount: account !== undefined,
		type,
		choose: (side: 'sell' | 'buy', symbol: string) => turn(chooseToken(direction, side, symbol, pairs)),
		flip: () => turn(flipped(direction)),
		sellMost: () => {
			if (balance === undefined) return
			type('sell', Decimal.format(mostSellable({ balance, sell, feeInfo, level })))
		},
	}
}

/** As {@link useSwap} gives it. */
export type SwapForm = ReturnType<typeof useSwap>

function tokenOf(tokens: ReadonlyMap<string, Token>, symbol: string): Token {
	const token = tokens.get(symbol)
	if (token === undefined) throw new Error(`the pair's token ${symbol} is not among the tokens`)
	return token
}
