import { Decimal } from '@accord/protocol'
import { type NumberFormat, ownNumberFormat } from './number-format.ts'

/** How to show an amount. */
export type AmountFormat = {
	/** The most decimal places to show; by default, all. */
	readonly places?: number
	/** Down by default, so that no one sees more than there is; up for what is needed at most, the nearest for all else. */
	readonly round?: 'down' | 'nearest' | 'up'
	/** Pads with zeros to this many places, so that columns line up. */
	readonly leastPlaces?: number
}

/** Formats an amount with grouped thousands: `12,345.678` in English. An amount too small for its places becomes `<0.01`. */
export function formatAmount(
	value: Decimal,
	{ places = 18, leastPlaces = 0, round = 'down' }: AmountFormat = {},
	{ decimal, group }: NumberFormat = ownNumberFormat(),
): string {
	const magnitude = value < 0n ? Decimal.negate(value) : value
	const rounded = rounding[round](magnitude, places)
	if (rounded === 0n && magnitude > 0n)
		return `${value < 0n ? '>−' : '<'}${Decimal.format(Decimal.unit(places)).replace('.', decimal)}`
	const [whole = '0', fraction = ''] = Decimal.format(rounded).split('.')
	const padded = fraction.padEnd(leastPlaces, '0')
	return `${value < 0n ? '−' : ''}${groupThousands(whole, group)}${padded === '' ? '' : decimal + padded}`
}

const rounding = { down: Decimal.roundDown, nearest: roundHalfUp, up: Decimal.roundUp }

function roundHalfUp(magnitude: Decimal, places: number): Decimal {
	return Decimal.roundDown(Decimal.add(magnitude, (Decimal.unit(places) / 2n) as Decimal), places)
}

/** The nearest number with this many significant digits, whatever the magnitude: for prices, rates and lists. */
export function formatSignificant(value: Decimal, digits = 6): string {
	return formatAmount(value, significant(value, digits))
}

/** The format of the nearest number with this many significant digits. */
export function significant(value: Decimal, digits: number): AmountFormat {
	return { places: placesFor(value, digits), round: 'nearest' }
}

/** The decimal places that show this many significant digits: at least two, at most 18. */
export function placesFor(value: Decimal, digits: number): number {
	const [whole = '0', fraction = ''] = Decimal.format(value < 0n ? Decimal.negate(value) : value).split('.')
	if (whole !== '0') return Math.max(2, digits - whole.length)
	const zeros = /^0*/.exec(fraction)?.[0].length ?? 0
	return Math.min(18, zeros + digits)
}

/** Formats a fraction as the nearest percentage: `0.0015` becomes `0.15%`. */
export function formatPercent(fraction: Decimal, places = 2): string {
	const percent = Decimal.mulDown(fraction, Decimal.fromInteger(100))
	return `${formatAmount(percent, { places, round: 'nearest' })}%`
}

function groupThousands(digits: string, group: string): string {
	return digits.replace(/\B(?=(\d{3})+$)/g, group)
}
