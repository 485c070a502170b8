import type { AmountWire } from '../wire/primitives.ts'
import { Decimal } from './decimal.ts'

/** So much of one token (specification, Amount). */
export type Amount = { readonly symbol: string; readonly amount: Decimal }

/** Reads the wire's amount. @throws TradeError `invalid_decimal` */
export function parseAmount(wire: AmountWire): Amount {
	return { symbol: wire.symbol, amount: Decimal.parse(wire.amount) }
}

/** The wire's amount. */
export function formatAmount(amount: Amount): AmountWire {
	return { symbol: amount.symbol, amount: Decimal.format(amount.amount) }
}
