import { type Amount, amountForm, Decimal, type Form, textForm } from '@accord/protocol'

/** A decimal as text, `"1.5"`, or as a `Decimal`; never a number. */
export type DecimalLike = Decimal | string

/** An amount of a token, as text or as a `Decimal`. */
export type AmountLike = { readonly symbol: string; readonly amount: DecimalLike }

/** What an amount must be to be read at all. */
export const amountOfForm: Form = { members: { symbol: textForm('a token symbol'), amount: amountForm } }

/** @throws TradeError `invalid_decimal`, even for a number */
export function toDecimal(value: DecimalLike): Decimal {
	return typeof value === 'bigint' ? value : Decimal.parse(value)
}

/** @throws TradeError `invalid_decimal` */
export function toAmount({ symbol, amount }: AmountLike): Amount {
	return { symbol, amount: toDecimal(amount) }
}

/** An amount rounded to a token's decimal places: `down` for amounts bought, `up` for fees and amounts sold. */
export function roundAmount(amount: DecimalLike, divisibility: number, direction: 'down' | 'up'): string {
	const round = direction === 'down' ? Decimal.roundDown : Decimal.roundUp
	return Decimal.format(round(toDecimal(amount), divisibility))
}
