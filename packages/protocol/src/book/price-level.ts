import { Decimal } from '../amount/decimal.ts'
import type { PriceLevelWire } from '../wire/primitives.ts'

/** The side of a book: bids buy base, asks sell it. */
export type Side = 'bids' | 'asks'

/** So much of the base token at one price, which is in quote per base. */
export type PriceLevel = { readonly price: Decimal; readonly amount: Decimal }

/** Reads the wire's level. @throws TradeError `invalid_decimal` */
export function parsePriceLevel([price, amount]: PriceLevelWire): PriceLevel {
	return { price: Decimal.parse(price), amount: Decimal.parse(amount) }
}

/** The wire's level. */
export function formatPriceLevel({ price, amount }: PriceLevel): PriceLevelWire {
	return [Decimal.format(price), Decimal.format(amount)]
}
