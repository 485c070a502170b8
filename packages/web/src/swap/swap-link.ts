import { Decimal, type Pair } from '@accord/protocol'
import type { SwapLink } from '../app/route.ts'
import { type TypedAmount, writeAmount } from '../format/read-amount.ts'
import { chooseToken, type Direction, flipped, swappableSymbols, symbolsOf } from './choose-token.ts'

/** Which tokens a link names, or why none can be used: a named token is never replaced by another. */
export type LinkedDirection =
	| { readonly kind: 'direction'; readonly direction: Direction }
	| {
			readonly kind: 'unknown'
			readonly reason: string
			readonly known: SwapLink
			/** The alternatives: tokens, or pairs if the pair is not traded. */
			readonly traded: readonly string[]
	  }

/**
 * Reads the tokens of a link. If it names none, the pair stays; a single token is traded in the current pair if
 * possible.
 */
export function linkedDirection(
	{ sell, buy, amount, exact }: SwapLink,
	{ pairs, pair }: { pairs: readonly Pair[]; pair: Pair },
): LinkedDirection {
	const symbols = swappableSymbols(pairs)
	const unknown = [sell, buy].filter(symbol => symbol !== undefined).filter(symbol => !symbols.includes(symbol))
	if (unknown.length > 0) {
		const known: SwapLink = {
			...(sell === undefined || unknown.includes(sell) ? {} : { sell }),
			...(buy === undefined || unknown.includes(buy) ? {} : { buy }),
		}
		const isKept = amount !== undefined && (exact === 'buy' ? known.buy : known.sell) !== undefined
		const kept: SwapLink = isKept ? { ...known, amount, ...(exact === undefined ? {} : { exact }) } : known
		const named = unknown.map(symbol => `“${symbol}”`).join(' and ')
		const reason = `This link names ${named}, which is not traded here.`
		return { kind: 'unknown', reason, known: kept, traded: symbols }
	}
	if (sell !== undefined && sell === buy)
		return {
			kind: 'unknown',
			reason: `This link sells and buys the same token, ${sell}.`,
			known: { sell },
			traded: symbols,
		}
	const direction = directionOf({ sell, buy }, { pairs, pair })
	if (direction !== undefined) return { kind: 'direction', direction }
	const reason = `This link swaps ${sell} for ${buy}, which are not traded against each other here.`
	const traded = pairs.map(({ base, quote }) => `${base}/${quote}`)
	return { kind: 'unknown', reason, known: sell === undefined ? {} : { sell }, traded }
}

function directionOf(
	{ sell, buy }: { sell: string | undefined; buy: string | undefined },
	{ pairs, pair }: { pairs: readonly Pair[]; pair: Pair },
): Direction | undefined {
	const current: Direction = { pair, sells: 'base' }
	if (sell !== undefined && buy !== undefined)
		return pairs
			.flatMap((one): Direction[] => [
				{ pair: one, sells: 'base' },
				{ pair: one, sells: 'quote' },
			])
			.find(one => symbolsOf(one).sell === sell && symbolsOf(one).buy === buy)
	if (sell !== undefined) return symbolsOf(current).sell === sell ? current : chooseToken(current, 'sell', sell, pairs)
	if (buy !== undefined) return symbolsOf(current).buy === buy ? current : chooseToken(current, 'buy', buy, pairs)
	return current
}

/** The text shown for a link's amount: in the reader's language if it is a number, otherwise as written. */
export function linkedText(amount: string | undefined): string {
	if (amount === undefined) return ''
	const value = Decimal.tryParse(amount)
	return value === undefined ? amount : writeAmount(value)
}

/** A typed amount in a link; omitted while it is not a valid amount. */
export function amountForLink(typed: TypedAmount): string | undefined {
	return typed.kind === 'amount' ? Decimal.format(typed.amount) : undefined
}

/** The link to a form. */
export type FilledForm = {
	readonly direction: Direction
	readonly exact: 'sell' | 'buy'
	readonly amount: string | undefined
}

export function linkOf({ direction, exact, amount }: FilledForm): SwapLink {
	return {
		...symbolsOf(direction),
		...(amount === undefined ? {} : { amount }),
		...(exact === 'buy' ? { exact } : {}),
	}
}

/** The form with its sides switched: the amount stays with its token, so it keeps its value. */
export function flippedForm({ direction, exact, amount }: FilledForm): FilledForm {
	return { direction: flipped(direction), exact: exact === 'sell' ? 'buy' : 'sell', amount }
}

/**
 * The form after a token was chosen for one side. The digits stay if the new token replaces another one, but not if the
 * amount's own token had to give way.
 */
export function formWithToken(
	form: FilledForm,
	{ side, symbol, pairs }: { side: 'sell' | 'buy'; symbol: string; pairs: readonly Pair[] },
): FilledForm {
	const before = symbolsOf(form.direction)
	if (symbol === before[side === 'sell' ? 'buy' : 'sell']) return flippedForm(form)
	const direction = chooseToken(form.direction, side, symbol, pairs)
	const isOther = side !== form.exact && symbolsOf(direction)[form.exact] !== before[form.exact]
	return { direction, exact: form.exact, amount: isOther ? undefined : form.amount }
}
