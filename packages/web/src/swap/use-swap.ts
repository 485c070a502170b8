import { Decimal, type Token } from '@accord/protocol'
import { useState } from 'react'
import { useAccount } from '../account/account.tsx'
import { useOrderBook, useSession } from '../session/session.tsx'
import { chooseToken, type Direction, flipped, symbolsOf } from './choose-token.ts'
import { parseAmount } from './parse-amount.ts'
import { type SwapAnswer, type SwapInput, sellableMax, swapQuote } from './swap-quote.ts'
import type { SwapSettings } from './swap-settings.ts'

/** The state of the form: nothing to compute yet, or a quote for what was typed. */
export type FormAnswer =
	| { readonly kind: 'empty' }
	| { readonly kind: 'invalid'; readonly reason: string }
	| { readonly kind: 'waiting' }
	| SwapAnswer

/** The swap form: what was chosen and typed, and the quote for it from the live book. */
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
	const swap: SwapInput | undefined =
		typed.kind === 'amount'
			? { sell, buy, exact, amount: typed.amount, slippage: Decimal.parse(settings.slippage) }
			: undefined

	const answer = (): FormAnswer => {
		if (typed.kind === 'invalid') return typed
		if (swap === undefined) return { kind: 'empty' }
		if (book === undefined) return { kind: 'waiting' }
		return swapQuote(swap, { book, feeInfo, level, ...(balance === undefined ? {} : { balance }) })
	}
	const changeDirection = (next: Direction) => {
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
		swap,
		balance,
		isBalanceUnavailable: balance === undefined && balancesError !== undefined,
		answer: answer(),
		isBookKnown: book !== undefined,
		hasAccount: account !== undefined,
		type,
		choose: (side: 'sell' | 'buy', symbol: string) => changeDirection(chooseToken(direction, side, symbol, pairs)),
		flip: () => changeDirection(flipped(direction)),
		sellMax: () => {
			if (balance === undefined) return
			type('sell', Decimal.format(sellableMax({ balance, sell, feeInfo, level })))
		},
	}
}

export type SwapForm = ReturnType<typeof useSwap>

function tokenOf(tokens: ReadonlyMap<string, Token>, symbol: string): Token {
	const token = tokens.get(symbol)
	if (token === undefined) throw new Error(`the service lists no token ${symbol}`)
	return token
}
