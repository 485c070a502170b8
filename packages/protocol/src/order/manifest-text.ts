import { Decimal } from '../amount/decimal.ts'
import { TradeError } from '../error/trade-error.ts'

/** An address in manifest text. @throws TradeError `invalid_address` for text that would change the manifest's meaning */
export function addressText(address: string): string {
	if (/^[a-z0-9_]{1,128}$/.test(address)) return `Address("${address}")`
	throw new TradeError('invalid_address', 'an address holds only lower-case letters, digits and underscores')
}

/** An amount in manifest text. */
export function decimalText(value: Decimal): string {
	return `Decimal("${Decimal.format(value)}")`
}
