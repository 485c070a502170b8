import * as z from '#schema'
import { addressWire, countWire, symbolWire } from '../fields.ts'
import { list, message, type ValueOf } from '../message.ts'

/** A token that is traded. `divisibility` is the number of decimal places that its amounts may have (0 to 18). */
export type Token = ValueOf<typeof Token>
export const Token = message({
	resourceAddress: addressWire,
	symbol: symbolWire,
	divisibility: countWire.max(18),
	name: z.string(),
	iconUrl: z.string(),
})

/** GET /trade/tokens. */
export const Tokens = message({ tokens: list(Token) }).as<readonly Token[]>({
	parse: ({ tokens }) => tokens,
	format: tokens => ({ tokens }),
})
