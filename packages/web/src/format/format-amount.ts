import { Decimal } from '@accord/protocol'
import { type NumberFormat, ownNumberFormat } from './number-format.ts'

/** How to show an amount. It is rounded down, so that no one sees more than there is. */
export type AmountFormat = {
	/** The most decimal places to show; by default, all. */
	readonly places?: number
	/** Pads with zeros to this many places, so that columns line up. */
	readonly leastPlaces?: number
}

/** Formats an amount with grouped thousands: `12,345.678` in English. An amount too small for its places becomes `<0.01`. */
export function formatAmount(
	value: Decimal,
	{ places = 18, leastPlaces = 0 }: AmountFormat = {},
	{ decimal, group }: NumberFormat = ownNumberFormat(),
): string {
	const magnitude = value < 0n ? Decimal.negate(value) : value
	const cut = Decimal.roundDown(magnitude, places)
	if (cut === 0n && magnitude > 0n)
		return `${value < 0n ? '>−' : '<'}${Decimal.format(Decimal.unit(places)).replace('.', decimal)}`
	const [whole = '0', fraction = ''] = Decimal.format(cut).split('.')
	const padded = fraction.padEnd(leastPlaces, '0')
	return `${value < 0n ? '−' : ''}${groupThousands(whole, group)}${padded === '' ? '' : decimal + padded}`
}

/** Formats with this many significant digits, whatever the magnitude: for prices and rates. */
export function formatSignificant(value: Decimal, digits = 6): string {
	return formatAmount(value, { places: placesFor(value, digits) })
}

/** The decimal places that show this many significant digits: at least two, at most 18. */
export function placesFor(value: Decimal, digits: number): number {
	const [whole = '0', fraction = ''] = Decimal.format(value < 0n ? Decimal.negate(value) : value).split('.')
	if (whole !== '0') return Math.max(2, digits - whole.length)
	const zeros = /^0*/.exec(fraction)?.[0].length ?? 0
	return Math.min(18, zeros + digits)
}

/** Formats a fraction as a percentage: `0.0015` becomes `0.15%`. */
export function formatPercent(fraction: Decimal, places = 2): string {
	const percent = Decimal.mulDown(fraction, Decimal.fromInteger(100))
	return `${formatAmount(percent, { places })}%`
}

function groupThousands(digits: string, group: string): string {
	return digits.replace(/\B(?=(\d{3})+$)/g, group)
}
