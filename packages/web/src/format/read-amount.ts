import { Decimal } from '@accord/protocol'
import { formatAmount } from './format-amount.ts'
import { type NumberFormat, ownNumberFormat } from './number-format.ts'

/** An amount as typed or pasted. */
export type TypedAmount =
	| { readonly kind: 'empty' }
	| { readonly kind: 'amount'; readonly amount: Decimal }
	/** It has two readings: a single separator before three digits may group thousands or be the decimal sign. */
	| { readonly kind: 'ambiguous'; readonly readings: readonly [Decimal, Decimal] }
	| { readonly kind: 'invalid'; readonly reason: string }

type AmountToken = { readonly symbol: string; readonly divisibility: number }

/**
 * Reads an amount of a token. Blanks and apostrophes group thousands in any language. Whether a point or a comma is the
 * decimal sign is decided by the other sign, by the digits around it, and otherwise by the language. If it remains
 * unclear, the user is asked, because a wrong guess is wrong by a factor of a thousand. Every group must have three
 * digits.
 */
export function readAmount(text: string, token: AmountToken, format: NumberFormat = ownNumberFormat()): TypedAmount {
	const strange = /[\p{No}\p{Nl}]/u.exec(text)?.[0]
	if (strange !== undefined) return { kind: 'invalid', reason: notADigit(strange, format) }
	const typed = withoutSymbol(latinDigits(text.normalize('NFKC')).trim(), token.symbol)
	if (/^[.,]?$/.test(typed)) return { kind: 'empty' }
	const readings = readingsOf(typed, format)
	if (readings.length === 0) return { kind: 'invalid', reason: notANumber(typed, token, format) }
	const [first, second] = readings.map(plain => amountOf(plain, token))
	if (first === undefined || first.kind !== 'amount') return first ?? { kind: 'empty' }
	if (second === undefined || second.kind !== 'amount') return first
	return { kind: 'ambiguous', readings: [first.amount, second.amount] }
}

/**
 * An amount as text that `readAmount` reads as the same amount: with the language's decimal sign and without grouping.
 */
export function writeAmount(amount: Decimal, { decimal }: NumberFormat = ownNumberFormat()): string {
	return Decimal.format(amount).replace('.', decimal)
}

/** The digits of any script, such as ٣, ۳ or ३, as 3, and the Arabic separators as ours; without marks of direction. */
function latinDigits(text: string): string {
	return text
		.replace(/[\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]/g, '')
		.replace(/\p{Nd}/gu, digit => String(digitOf(digit)))
		.replaceAll('\u066B', '.')
		.replaceAll('\u066C', '’')
}

/** Digits without a gap between them are whole sets of ten, each from zero to nine. */
function digitOf(digit: string): number {
	const code = digit.codePointAt(0) ?? 0
	let first = code
	while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--
	return (code - first) % 10
}

/** Removes the token's own symbol before or after the digits, as in `100 XRD` copied from a page. */
function withoutSymbol(text: string, symbol: string): string {
	const lower = text.toLowerCase()
	const own = symbol.toLowerCase()
	if (lower.endsWith(own)) return text.slice(0, -own.length).trim()
	return lower.startsWith(own) ? text.slice(own.length).trim() : text
}

const groupSigns = /[\s_'’ʼ‘`]/g
const grouped = /^\d{1,3}(?:[\s_'’ʼ‘`]\d{3})+$/

/** The plain numbers, with a decimal point, that a text may mean. */
function readingsOf(text: string, { decimal }: NumberFormat): string[] {
	const signs = text.match(/[.,]/g) ?? []
	const last = signs.at(-1)
	if (last === undefined) return integer(text)
	const isOnly = signs.length === 1
	const [before, after] = splitAt(text, text.lastIndexOf(last))
	const wholeOf = (groups: string) => (isOnly ? integer(before) : integer(before, groups))
	// If there are two different signs, the last one is the decimal sign and the other groups thousands.
	const other = last === '.' ? ',' : '.'
	const isDecimal = signs.filter(sign => sign === last).length === 1
	const asDecimal = isDecimal
		? wholeOf(other)
				.filter(() => /^\d*$/.test(after))
				.map(whole => `${whole}.${after || '0'}`)
		: []
	if (!isOnly) return isDecimal ? asDecimal : integer(text, last)
	const asGroup = /^[1-9]\d{0,2}$/.test(before) && /^\d{3}$/.test(after) ? [before + after] : []
	return last === decimal ? asDecimal.slice(0, 1) : [...asGroup, ...asDecimal]
}

/**
 * The digits of a whole number, whose thousands may be grouped by this sign or by those that group in every language.
 */
function integer(text: string, sign?: string): string[] {
	if (text === '') return ['0']
	if (/^\d+$/.test(text)) return [text]
	if (sign !== undefined && text.includes(sign)) {
		const parts = text.split(sign)
		return /^\d{1,3}$/.test(parts[0] ?? '') && parts.slice(1).every(part => /^\d{3}$/.test(part))
			? [parts.join('')]
			: []
	}
	return grouped.test(text) ? [text.replace(groupSigns, '')] : []
}

function splitAt(text: string, place: number): [before: string, after: string] {
	return [text.slice(0, place), text.slice(place + 1)]
}

function amountOf(plain: string, { symbol, divisibility }: AmountToken): Exclude<TypedAmount, { kind: 'ambiguous' }> {
	const [whole = '0', fraction = ''] = plain.split('.')
	const digits = fraction.replace(/0+$/, '')
	if (digits.length > divisibility)
		return { kind: 'invalid', reason: `${symbol} has at most ${divisibility} decimal places.` }
	const amount = Decimal.tryParse(digits === '' ? whole : `${whole}.${digits}`)
	if (amount === undefined) return { kind: 'invalid', reason: 'That is more than the ledger can hold.' }
	return amount === 0n ? { kind: 'empty' } : { kind: 'amount', amount }
}

const example = Decimal.parse('1234.5')

/** Other signs for numbers: read as digits, `10²` would be 102. */
function notADigit(sign: string, format: NumberFormat): string {
	return `“${sign}” is not a digit of an amount. Write it out, as in ${writeAmount(example, format)}.`
}

function notANumber(typed: string, { symbol }: AmountToken, format: NumberFormat): string {
	const other = /[a-z]{2,}/i.exec(typed)?.[0]
	const hint = `Enter a number such as ${writeAmount(example, format)} or ${formatAmount(example, {}, format)}.`
	return other === undefined ? hint : `This is an amount of ${symbol}, not of “${other}”. ${hint}`
}
