import * as z from '#schema'
import { Decimal } from '../amount/decimal.ts'
import { decimal } from '../fields.ts'
import { Field, type ValueOf } from '../message.ts'

/** The side of a book: bids buy base, asks sell it. */
export type Side = 'bids' | 'asks'

/** An amount of the base token at one price, which is in quote per base. */
export type PriceLevel = ValueOf<typeof PriceLevel>
/** One `[price, amount]` on the wire. */
export const PriceLevel = new Field({
	schema: z
		.tuple([decimal.schema, decimal.schema])
		.transform(([price, amount]): { readonly price: Decimal; readonly amount: Decimal } => ({ price, amount })),
	show: () => z.tuple([decimal.wire, decimal.wire]),
	format: ({ price, amount }): [string, string] => [Decimal.format(price), Decimal.format(amount)],
})
