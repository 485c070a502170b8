import { Decimal, type Exact, exactValue, type PriceLevel, takeBase } from '@accord/protocol'

/** So much of one token of a pair, taken from the front of a side that holds as much. */
export type TakenAmount = {
	readonly levels: readonly PriceLevel[]
	readonly amount: Decimal
	readonly token: 'base' | 'quote'
	/** How a division that does not end is cut: down where the other token is bought, up where it is sold. */
	readonly direction: 'down' | 'up'
}

const places = 36
const scale = Decimal.one as bigint

/** How much of the other token that is, before it is rounded to the token's places. */
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

/** The shortest decimal text of an exact value, with up to 36 places. */
export function formatExact(value: Exact): string {
	const digits = value.toString().padStart(places + 1, '0')
	const fraction = digits.slice(-places).replace(/0+$/, '')
	return fraction === '' ? digits.slice(0, -places) : `${digits.slice(0, -places)}.${fraction}`
}

function divide(dividend: bigint, divisor: bigint, direction: 'down' | 'up'): bigint {
	return direction === 'down' ? dividend / divisor : (dividend + divisor - 1n) / divisor
}
