import * as z from '#schema'
import { Decimal } from './amount/decimal.ts'
import { Field } from './message.ts'
import { isText } from './text.ts'

const notDecimal = {
	message: 'a decimal in quotes, such as "1.5", with at most 18 decimal places and no exponent',
	params: { code: 'invalid_decimal' },
}
const notHex = 'hexadecimal text: an even number of digits 0-9 and a-f, without 0x'
const notSymbol = 'a token symbol, such as "XRD"'
const notAddress = 'a Bech32m address, such as account_…'

/** `-?digits` with at most 18 decimal places: amounts, prices and fractions are never JSON numbers. */
export const decimalWire = z
	.string(notDecimal.message)
	.refine(text => Decimal.tryParse(text) !== undefined, { error: notDecimal.message, params: notDecimal.params })
	.meta({ description: 'A decimal with at most 18 places.', pattern: '^-?[0-9]{1,40}(\\.[0-9]{1,18})?$' })

/** An amount, price or fraction: {@link decimalWire} on the wire, a Decimal here. */
export const decimal = new Field<Decimal, string>({
	schema: z.string(notDecimal.message).transform((text, context) => {
		const value = Decimal.tryParse(text)
		if (value !== undefined) return value
		context.issues.push({ ...notDecimal, code: 'custom', input: text, continue: true })
		return Decimal.zero
	}),
	show: () => decimalWire,
	format: Decimal.format,
})

/** A token symbol, such as `XRD` or `Test-xwBTC`. */
export const symbolWire = z.string(notSymbol).regex(/^[^\s/]{1,64}$/, notSymbol)

/** Tokens that are not traded have no symbol: addresses are longer than symbols may be. */
export const symbolOrAddress = z.string().regex(/^[^\s/]{1,128}$/, 'a token symbol or a resource address')

/** The text of a Bech32m address; only the ledger's library can decide whether it is valid. */
export const addressWire = z
	.string(notAddress)
	.refine(text => /^[A-Za-z0-9_]{1,128}$/.test(text), {
		error: notAddress,
		params: { code: 'invalid_address' },
	})
	.meta({ description: 'A Bech32m address.', pattern: '^[A-Za-z0-9_]{1,128}$' })

/** Bytes in hexadecimal, in upper or lower case. */
export const hexWire = z
	.string(notHex)
	.refine(text => /^([0-9a-fA-F]{2})*$/.test(text), {
		error: notHex,
		params: { code: 'invalid_hex' },
	})
	.meta({ description: 'Bytes in hexadecimal, in any case.', pattern: '^([0-9a-fA-F]{2})*$' })

/** Free text; a database cannot store a zero character or half of a surrogate pair. */
export const textWire = z
	.string()
	// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is meant
	.regex(/^[^\u0000]*$/, 'text without a zero character')
	.refine(isText, 'text of whole characters')

/** The id of a subintent, `subtxid_…`. */
export const subintentIdWire = textWire.meta({ description: 'The id of a subintent (`subtxid_…`).' })

/** A whole number counted from zero: levels, epochs, sequence numbers. */
export const countWire = z.number().int().nonnegative()

/** A whole number as the text of a parameter or header: only decimal digits. An empty text is not a number. */
export function wholeNumberText({ min, max = Number.MAX_SAFE_INTEGER }: { min: number; max?: number }) {
	const read = (text: unknown) => (typeof text === 'string' && /^-?[0-9]{1,16}$/.test(text) ? Number(text) : text)
	const expected =
		max === Number.MAX_SAFE_INTEGER ? `a whole number, ${min} or more` : `a whole number from ${min} to ${max}`
	return z.preprocess(read, z.number(expected).int(expected).min(min, expected).max(max, expected))
}

/** Seconds or milliseconds since the Unix epoch. */
export const timestampWire = z.number().int()

/** A time in whole seconds on the wire, rounded down, and in milliseconds here. */
export const secondsAsMs = new Field<number, number>({
	schema: timestampWire.transform(seconds => seconds * 1000),
	show: () => timestampWire,
	format: ms => Math.floor(ms / 1000),
})

/** Identifies one incarnation of the numbered logs; it changes whenever the service is restored from a backup. */
export const incarnationWire = z.string().regex(/^[0-9a-z]{1,32}$/, 'the incarnation of a log')
