import { Decimal } from '@accord/protocol'
import type { Errors } from './errors.ts'
import type { Num } from './structures.ts'

/** What `params` of `createOrder` may have. `expiresIn` is in seconds, 15 to 60. */
export type OrderParams = { readonly timeInForce?: string; readonly expiresIn?: number; readonly slippage?: string }

/** @throws NotSupported for any other parameter: none is silently ignored */
export function expectSupported(
	{ timeInForce = 'FOK', expiresIn, slippage, ...others }: OrderParams,
	errors: Errors,
): void {
	const [unknown] = Object.keys(others)
	if (unknown !== undefined) throw errors.make('NotSupported', `createOrder() has no parameter ${unknown}`)
	if (timeInForce === 'FOK') return
	throw errors.make('NotSupported', `orders are filled whole or not at all: timeInForce is FOK, not ${timeInForce}`)
}

/** A positive amount or price. @throws InvalidOrder for a number, and for more places than there are */
export function readDecimal(name: string, text: Num, { places, errors }: { places: number; errors: Errors }): Decimal {
	const value = Decimal.tryParse(text)
	if (value !== undefined && value > 0n && Decimal.fits(value, places)) return value
	const expected = `a positive decimal in text with at most ${places} places, such as '1.5'`
	throw errors.make('InvalidOrder', `createOrder() expects ${name} as ${expected}, found ${typeof text} ${text}`)
}
