import { Decimal } from '@accord/protocol'
import type { VenueNumber } from './venue.ts'

// The border: CCXT's numbers become decimals here, and decimals CCXT's numbers, both through their text.

const pattern = /^(-?)(\d+)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i
const digitsOfNumber = 15

/**
 * A venue's number as a decimal; what it has beyond 18 places is cut off. Undefined for what is absent or no number.
 */
export function readVenueNumber(value: VenueNumber): Decimal | undefined {
	if (value === null || value === undefined) return undefined
	const [, sign = '', whole = '', fraction = '', exponent = '0'] = pattern.exec(String(value)) ?? []
	if (whole === '') return undefined
	const digits = whole + fraction
	const point = whole.length + Number(exponent)
	const places = (point < 0 ? '0'.repeat(-point) + digits : digits.slice(Math.max(0, point))).slice(0, 18)
	const units =
		point <= 0
			? '0'
			: digits
					.slice(0, point)
					.padEnd(point, '0')
					.replace(/^0+(?=\d)/, '')
	return Decimal.tryParse(`${sign}${units}${places === '' ? '' : `.${places}`}`)
}

/**
 * A decimal as the number that CCXT's functions take.
 * @throws RangeError if it has more digits than a number keeps, which the venue's own precision rules out
 */
export function toVenueNumber(value: Decimal): number {
	const text = Decimal.format(value)
	const number = Number(text)
	const digits = text.replace(/^-|\./g, '').replace(/^0+/, '')
	if (digits.length <= digitsOfNumber || readVenueNumber(number) === value) return number
	throw new RangeError(`${text} has more digits than a venue’s number can keep`)
}
