import { Decimal } from '@accord/protocol'

/** An amount as typed. */
export type TypedAmount =
	| { readonly kind: 'empty' }
	| { readonly kind: 'amount'; readonly amount: Decimal }
	| { readonly kind: 'invalid'; readonly reason: string }

/** Parses an amount of a token; thousands may be grouped by commas or blanks. */
export function parseAmount(
	text: string,
	{ symbol, divisibility }: { symbol: string; divisibility: number },
): TypedAmount {
	const typed = text.trim().replace(/[\s_]/g, '')
	if (typed === '' || typed === '.') return { kind: 'empty' }
	if (typed.includes(',') && !/^\d{1,3}(,\d{3})+(\.\d*)?$/.test(typed))
		return { kind: 'invalid', reason: 'Use a point for decimals, as in 1234.5.' }
	const plain = typed.replaceAll(',', '').replace(/^\./, '0.').replace(/\.$/, '')
	if (!/^\d+(\.\d+)?$/.test(plain)) return { kind: 'invalid', reason: 'Enter a number such as 1234.5.' }
	const [, fraction = ''] = plain.split('.')
	if (fraction.replace(/0+$/, '').length > divisibility)
		return { kind: 'invalid', reason: `${symbol} has at most ${divisibility} decimal places.` }
	const cut = fraction === '' ? plain : plain.slice(0, plain.indexOf('.') + 1 + Math.min(fraction.length, divisibility))
	const amount = Decimal.tryParse(cut.replace(/\.$/, ''))
	if (amount === undefined) return { kind: 'invalid', reason: 'That is more than the ledger can hold.' }
	return amount === 0n ? { kind: 'empty' } : { kind: 'amount', amount }
}
