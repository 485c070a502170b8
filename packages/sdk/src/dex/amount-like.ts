import { type Amount, Decimal } from '@accord/protocol'

/** A decimal as text, `"1.5"`, or read already; never a number. */
export type DecimalLike = Decimal | string

/** So much of a token, the amount as text or read already. */
export type AmountLike = { readonly symbol: string; readonly amount: DecimalLike }

/** @throws TradeError `invalid_decimal` */
export function toDecimal(value: DecimalLike): Decimal {
	return typeof value === 'string' ? Decimal.parse(value) : value
}

/** @throws TradeError `invalid_decimal` */
export function toAmount({ symbol, amount }: AmountLike): Amount {
	return { symbol, amount: toDecimal(amount) }
}

/** An amount cut (`down`) or raised (`up`) to so many decimal places: what is bought is cut, fees and what is sold are raised. */
export function roundAmount(amount: DecimalLike, divisibility: number, direction: 'down' | 'up'): string {
	const round = direction === 'down' ? Decimal.roundDown : Decimal.roundUp
	return Decimal.format(round(toDecimal(amount), divisibility))
}
