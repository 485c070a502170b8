import { TradeError } from '@accord/protocol'
import { isNetworkRange, networkRanges } from '../config/network-ranges.ts'

/** A key's addresses and networks; null or absent: anywhere. */
export type AllowedFrom = readonly string[] | null | undefined

export function isAllowedFrom(allowedFrom: AllowedFrom, address: string): boolean {
	return allowedFrom == null || networkRanges(allowedFrom)(address)
}

/** @throws TradeError `address_not_allowed` */
export function requireAllowedFrom(allowedFrom: AllowedFrom, address: string): void {
	if (!isAllowedFrom(allowedFrom, address))
		throw new TradeError('address_not_allowed', `the key may not be used from ${address}`)
}

/** @throws TradeError `validation_failed` unless each is an address or a network */
export function requireRanges(allowedFrom: readonly string[]): void {
	const [first, ...rest] = allowedFrom.flatMap((range, at) => {
		if (isNetworkRange(range)) return []
		const expected = 'an address, or a network such as 10.0.0.0/8'
		return [{ code: 'validation_failed' as const, item: { pointer: `/allowed_from/${at}`, expected, found: range } }]
	})
	if (first !== undefined) throw TradeError.fromViolations([first, ...rest])
}
