import { shown } from '../error/shown.ts'
import { TradeError } from '../error/trade-error.ts'

declare const brand: unique symbol

/**
 * An amount, price or fraction: a bigint counting 10⁻¹⁸, the ledger's own scale. It enters and leaves as a string.
 * Compare two of them with the ordinary operators (`a < b`); make one only through {@link Decimal}.
 */
export type Decimal = bigint & { readonly [brand]: 'Decimal' }

const places = 18
const scale = 10n ** 18n
// The ledger's Decimal is a signed 192-bit integer.
const largest = 2n ** 191n - 1n
const pattern = /^(-?)(\d{1,40})(?:\.(\d{1,18}))?$/
// Fifteen digits are always below 2⁵³.
const shortLength = 15
const zeroCode = '0'.charCodeAt(0)
const pointCode = '.'.charCodeAt(0)
const units = Array.from({ length: places + 1 }, (_, n) => 10n ** BigInt(places - n))

/** The arithmetic of {@link Decimal}. Operations that can lose digits name their direction: down is toward −∞, up toward +∞. */
export const Decimal = {
	zero: 0n as Decimal,
	one: scale as Decimal,
	/** The largest amount the ledger can hold: 2¹⁹¹ − 1 units of 10⁻¹⁸. */
	largest: largest as Decimal,

	/**
	 * Reads `-?digits` with at most 18 decimal places, within the ledger's range; no exponent, sign `+` or blanks.
	 * @throws TradeError `invalid_decimal`
	 */
	parse(text: string): Decimal {
		const value = Decimal.tryParse(text)
		if (value === undefined) throw invalidDecimal(text)
		return value
	},

	/** Like `parse`, but returns undefined for anything that is not a decimal. */
	tryParse(text: unknown): Decimal | undefined {
		if (typeof text !== 'string') return undefined
		return parseShort(text, { from: 0, to: text.length }) ?? parseAny(text)
	},

	/** Like `tryParse`, for part of a text. */
	tryParsePart(text: string, part: { readonly from: number; readonly to: number }): Decimal | undefined {
		return parseShort(text, part) ?? parseAny(text.slice(part.from, part.to))
	},

	/**
	 * The shortest text that parses to the same value: no trailing zeros, no bare point, never an exponent.
	 * @throws TradeError `invalid_decimal` for anything other than a Decimal
	 */
	format(value: Decimal): string {
		// Plain JavaScript may pass a number, which would be taken as units of 10⁻¹⁸.
		if (typeof value !== 'bigint') throw typeof value === 'string' ? notParsed(value) : invalidDecimal(value)
		const magnitude = value < 0n ? -value : value
		const digits = magnitude.toString().padStart(places + 1, '0')
		const point = digits.length - places
		let end = digits.length
		while (end > point && digits.charCodeAt(end - 1) === zeroCode) end--
		const whole = digits.slice(0, point)
		const text = end === point ? whole : `${whole}.${digits.slice(point, end)}`
		return value < 0n ? `-${text}` : text
	},

	/** For `JSON.stringify`: writes each Decimal as `format` does. */
	replacer(_member: string, value: unknown): unknown {
		return typeof value === 'bigint' ? Decimal.format(value as Decimal) : value
	},

	fromInteger(n: number | bigint): Decimal {
		return (BigInt(n) * scale) as Decimal
	},

	add: (a: Decimal, b: Decimal): Decimal => (a + b) as Decimal,
	subtract: (a: Decimal, b: Decimal): Decimal => (a - b) as Decimal,
	negate: (a: Decimal): Decimal => -a as Decimal,
	sum: (values: Iterable<Decimal>): Decimal => {
		let total = 0n
		for (const value of values) total += value
		return total as Decimal
	},

	compare: (a: Decimal, b: Decimal): -1 | 0 | 1 => (a < b ? -1 : a > b ? 1 : 0),
	equal: (a: Decimal, b: Decimal): boolean => a === b,
	min: (a: Decimal, b: Decimal): Decimal => (a < b ? a : b),
	max: (a: Decimal, b: Decimal): Decimal => (a > b ? a : b),
	isZero: (a: Decimal): boolean => a === 0n,
	isPositive: (a: Decimal): boolean => a > 0n,
	isNegative: (a: Decimal): boolean => a < 0n,

	/** a × b, rounded to 18 places toward −∞. */
	mulDown: (a: Decimal, b: Decimal): Decimal => floorDivide(a * b, scale) as Decimal,
	/** a × b, rounded to 18 places toward +∞. */
	mulUp: (a: Decimal, b: Decimal): Decimal => ceilDivide(a * b, scale) as Decimal,
	/** a ÷ b, rounded to 18 places toward −∞. Throws RangeError when b is zero. */
	divDown: (a: Decimal, b: Decimal): Decimal => floorDivide(a * scale, b) as Decimal,
	/** a ÷ b, rounded to 18 places toward +∞. Throws RangeError when b is zero. */
	divUp: (a: Decimal, b: Decimal): Decimal => ceilDivide(a * scale, b) as Decimal,

	/** The largest value with this many decimal places that is not above `value`. */
	roundDown(value: Decimal, decimalPlaces: number): Decimal {
		const unit = Decimal.unit(decimalPlaces)
		return unit === 1n ? value : ((floorDivide(value, unit) * unit) as Decimal)
	},
	/** The smallest value with this many decimal places that is not below `value`. */
	roundUp(value: Decimal, decimalPlaces: number): Decimal {
		const unit = Decimal.unit(decimalPlaces)
		return unit === 1n ? value : ((ceilDivide(value, unit) * unit) as Decimal)
	},
	/** Whether the value needs at most this many decimal places. */
	fits: (value: Decimal, decimalPlaces: number): boolean =>
		decimalPlaces === places || value % Decimal.unit(decimalPlaces) === 0n,
	/** The smallest unit of a token with this divisibility (0 to 18): 10 to the power of −`decimalPlaces`. */
	unit(decimalPlaces: number): Decimal {
		const unit = units[decimalPlaces]
		if (unit === undefined) throw new RangeError(`divisibility is a whole number from 0 to 18, not ${decimalPlaces}`)
		return unit as Decimal
	},
}

/**
 * The decimal in part of a text. Most amounts and prices on the wire are short enough for their digits to be exact as
 * one number, which is four times as fast as the pattern. Undefined for all others, valid or not.
 */
function parseShort(text: string, { from, to }: { readonly from: number; readonly to: number }): Decimal | undefined {
	if (to - from > shortLength) return undefined
	let digits = 0
	let fractionFrom = from
	for (let at = from; at < to; at++) {
		const digit = text.charCodeAt(at) - zeroCode
		if (digit >= 0 && digit <= 9) digits = digits * 10 + digit
		else if (digit === pointCode - zeroCode && fractionFrom === from && at > from) fractionFrom = at + 1
		else return undefined
	}
	if (to === from || fractionFrom === to) return undefined
	const decimalPlaces = fractionFrom === from ? 0 : to - fractionFrom
	return (BigInt(digits) * Decimal.unit(decimalPlaces)) as Decimal
}

function parseAny(text: string): Decimal | undefined {
	const match = pattern.exec(text)
	if (match === null) return undefined
	const [, sign = '', whole = '', fraction = ''] = match
	const magnitude = BigInt(whole + fraction.padEnd(places, '0'))
	if (magnitude > largest) return undefined
	return (sign === '-' ? -magnitude : magnitude) as Decimal
}

/** ⌊a ÷ b⌋ of whole numbers. @internal */
export function floorDivide(a: bigint, b: bigint): bigint {
	const quotient = a / b
	return a < 0n !== b < 0n && quotient * b !== a ? quotient - 1n : quotient
}

/** ⌈a ÷ b⌉ of whole numbers. @internal */
export function ceilDivide(a: bigint, b: bigint): bigint {
	const quotient = a / b
	return a < 0n === b < 0n && quotient * b !== a ? quotient + 1n : quotient
}

function notParsed(text: string): TradeError {
	const found = shown(text)
	const expected = 'a Decimal'
	const detail = `expected a Decimal, found the text ${found}: Decimal.parse makes one of it`
	return new TradeError('invalid_decimal', detail, { errors: [{ rule: 'invalid_decimal', expected, found }] })
}

function invalidDecimal(text: unknown): TradeError {
	const found = shown(text)
	const expected = 'a decimal as text, such as "1.5", with at most 18 decimal places and no exponent'
	const why = typeof text === 'number' ? ', and numbers lose digits' : ''
	const detail = `expected ${expected}, found ${found}${why}`
	return new TradeError('invalid_decimal', detail, { errors: [{ rule: 'invalid_decimal', expected, found }] })
}
