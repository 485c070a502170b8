import {
	Decimal,
	type Exact,
	type ExactSide,
	exactValue,
	type LimitOrder,
	type OrderBook,
	type PriceLevel,
	type QuoteRounding,
	type Side,
	takeBase,
} from '@accord/protocol'

/** How the computed side of an order was rounded, if this side of a book is taken. */
export function describeRounding(computed: {
	readonly book: OrderBook
	readonly side: Side
	readonly order: LimitOrder
	readonly exact: ExactSide
}): QuoteRounding {
	const { book, side, order, exact } = computed
	const [given, other, direction] =
		exact.sell !== undefined ? ([order.sell, order.buy, 'down'] as const) : ([order.buy, order.sell, 'up'] as const)
	const token = given.symbol === book.pair.base ? 'base' : 'quote'
	const value = exactOtherSide({ levels: book[side], amount: given.amount, token, direction })
	return { symbol: other.symbol, direction, exact: formatExact(value), rounded: other.amount }
}

/** An amount of one token of a pair, taken from the front of a side that holds at least as much. */
export type TakenAmount = {
	readonly levels: readonly PriceLevel[]
	readonly amount: Decimal
	readonly token: 'base' | 'quote'
	/** How an inexact division is rounded: down if the other token is bought, up if it is sold. */
	readonly direction: 'down' | 'up'
}

const places = 36
const scale = Decimal.one as bigint

/** The amount of the other token, before it is rounded to that token's divisibility. */
export function exactOtherSide({ levels, amount, token, direction }: TakenAmount): Exact {
	if (token === 'base') return takeBase(levels, amount).value
	let base: Exact = 0n
	let left: Exact = amount * scale
	for (const level of levels) {
		const value = exactValue(level.price, level.amount)
		if (value >= left) return base + divide(left * scale, level.price, direction)
		base += level.amount * scale
		left -= value
	}
	return base
}

/** Formats an exact value as its shortest decimal, with up to 36 places. */
export function formatExact(value: Exact): string {
	const digits = value.toString().padStart(places + 1, '0')
	const fraction = digits.slice(-places).replace(/0+$/, '')
	return fraction === '' ? digits.slice(0, -places) : `${digits.slice(0, -places)}.${fraction}`
}

function divide(dividend: bigint, divisor: bigint, direction: 'down' | 'up'): bigint {
	return direction === 'down' ? dividend / divisor : (dividend + divisor - 1n) / divisor
}
