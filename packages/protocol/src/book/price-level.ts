import type { Decimal } from '../amount/decimal.ts'

/** The side of a book: bids buy base, asks sell it. */
export type Side = 'bids' | 'asks'

/** So much of the base token at one price, which is in quote per base. */
export type PriceLevel = { readonly price: Decimal; readonly amount: Decimal }
