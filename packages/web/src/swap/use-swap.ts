import { Decimal, type Token } from '@accord/protocol'
import { useLayoutEffect, useState } from 'react'
import { useAccount } from '../account/account.tsx'
import { navigate } from '../app/navigate.ts'
import type { SwapLink } from '../app/route.ts'
import { spreadOf } from '../book/spread.ts'
import { readAmount, type TypedAmount, writeAmount } from '../format/read-amount.ts'
import { cutDigits } from '../quote/cut-digits.ts'
import { possibleAmount } from '../quote/possible-amount.ts'
import { sensibleAmount } from '../quote/swap-cost.ts'
import { type SwapAnswer, type SwapInput, type SwapSource, sellableMax, swapQuote } from '../quote/swap-quote.ts'
import { useOrderBook, useSession } from '../session/session.tsx'
import { type Direction, displacedBy, swappableSymbols, symbolsOf } from './choose-token.ts'
import { levelNote } from './level-fill.ts'
import { amountForLink, type FilledForm, flippedForm, formWithToken, linkedText, linkOf } from './swap-link.ts'
import type { SwapSettings } from './swap-settings.ts'
import { useFunds } from './use-funds.ts'

/** A token that can be chosen, and what the other side becomes then if it cannot stay. */
export type TokenChoice = { readonly symbol: string; readonly displaced: string | undefined }

/** The state of the form: nothing to compute yet, or a quote for the typed amount. */
export type FormAnswer =
	| { readonly kind: 'empty' }
	| { readonly kind: 'ambiguous' }
	| { readonly kind: 'invalid'; readonly reason: string }
	| { readonly kind: 'waiting' }
	| SwapAnswer

type SwapOptions = { readonly settings: SwapSettings; readonly link: SwapLink; readonly direction: Direction }

/**
 * The swap form: the address bar's values, what was typed, and the quote for it from the live book. The address bar is
 * the source of truth, so that links, Back and reloads need no special code; only an amount's text is kept as typed.
 */
export function useSwap({ settings, link, direction }: SwapOptions) {
	const { pair, pairs, choosePair, tokens, feeInfo } = useSession()
	const { account, level } = useAccount()
	const [lastTyped, setLastTyped] = useState<string>()
	const [note, setNote] = useState<string>()
	const { book } = useOrderBook(direction.pair)
	// Before the first paint, so that the book next to it shows the same pair.
	useLayoutEffect(() => {
		if (direction.pair !== pair) choosePair(direction.pair)
	})

	const exact: 'sell' | 'buy' = link.exact ?? 'sell'
	const symbols = symbolsOf(direction)
	const sell = tokenOf(tokens, symbols.sell)
	const buy = tokenOf(tokens, symbols.buy)
	const exactToken = exact === 'sell' ? sell : buy
	const isAsTyped = lastTyped !== undefined && amountForLink(readAmount(lastTyped, exactToken)) === link.amount
	const text = isAsTyped ? lastTyped : linkedText(link.amount)
	const typed = readAmount(text, exactToken)
	const funds = useFunds()(sell)
	const slippage = Decimal.parse(settings.slippage)
	const swap: SwapInput | undefined =
		typed.kind === 'amount' ? { sell, buy, exact, amount: typed.amount, slippage } : undefined
	const source: SwapSource | undefined =
		book === undefined
			? undefined
			: { book, feeInfo, level, ...(funds.spendable === undefined ? {} : { balance: funds.spendable }) }
	const answer = answerFor(typed, swap, source)

	const show = (form: FilledForm, how: 'push' | 'replace') => navigate({ view: 'swap', swap: linkOf(form) }, how)
	const form: FilledForm = { direction, exact, amount: amountForLink(typed) }
	const type = (side: 'sell' | 'buy', newText: string) => {
		setLastTyped(newText)
		const amount = amountForLink(readAmount(newText, side === 'sell' ? sell : buy))
		show({ direction, exact: side, amount }, 'replace')
	}
	return {
		sell,
		buy,
		exact,
		text,
		typed,
		swap,
		funds,
		answer,
		/** The largest possible amount, to replace one that is not possible. */
		possible:
			isPossible(answer) || swap === undefined || source === undefined ? undefined : possibleAmount(swap, source),
		/** Undefined until the book has loaded. */
		sensible: book && sensibleAmount({ feeInfo, level, sell, spread: spreadOf(book)?.fraction }),
		hasAccount: account !== undefined,
		link: linkOf(form),
		type,
		enter: (side: 'sell' | 'buy', amount: Decimal) => type(side, writeAmount(amount)),
		/** The tokens of a side, with what the other side becomes where it cannot stay. */
		choices: (side: 'sell' | 'buy'): readonly TokenChoice[] =>
			swappableSymbols(pairs).map(symbol => ({ symbol, displaced: displacedBy(direction, { side, symbol, pairs }) })),
		choose: (side: 'sell' | 'buy', symbol: string) => {
			const displaced = displacedBy(direction, { side, symbol, pairs })
			const { sell, buy } = symbols
			const before = side === 'sell' ? buy : sell
			setNote(
				displaced === undefined
					? undefined
					: `${symbol} is not traded for ${before}, so that ${displaced} took its place.`,
			)
			show(formWithToken(form, { side, symbol, pairs }), 'push')
		},
		/** What else a choice has changed. */
		note: form.amount === undefined ? note : undefined,
		/** That a level of the book has more than the balance covers. */
		levelNote: levelNote(linkOf(form)),
		flip: () => {
			setNote(undefined)
			show(flippedForm(form), 'push')
		},
		sellPart: (percent: number) => {
			const { spendable } = funds
			if (spendable === undefined) return
			const most = sellableMax({ balance: spendable, sell, feeInfo, level })
			type('sell', writeAmount(percent === 100 ? most : partOf(most, percent, sell.divisibility)))
		},
	}
}

export type SwapForm = ReturnType<typeof useSwap>

/** A part in six significant digits, rounded down. */
function partOf(amount: Decimal, percent: number, divisibility: number): Decimal {
	const part = ((amount * BigInt(percent)) / 100n) as Decimal
	return Decimal.roundDown(cutDigits(part, 6), divisibility)
}

function answerFor(typed: TypedAmount, swap: SwapInput | undefined, source: SwapSource | undefined): FormAnswer {
	if (typed.kind === 'invalid') return typed
	if (typed.kind === 'ambiguous') return { kind: 'ambiguous' }
	if (swap === undefined) return { kind: 'empty' }
	return source === undefined ? { kind: 'waiting' } : swapQuote(swap, source)
}

function isPossible(answer: FormAnswer): boolean {
	return answer.kind !== 'refused' && !(answer.kind === 'quote' && answer.shortBy !== undefined)
}

function tokenOf(tokens: ReadonlyMap<string, Token>, symbol: string): Token {
	const token = tokens.get(symbol)
	if (token === undefined) throw new Error(`the service lists no token ${symbol}`)
	return token
}
