import { type ErrorCode, errorCodes } from '../../error/error-table.ts'
import { type FlashMethod, flashErrors } from './flash-method.ts'
import { makerMethods } from './maker-methods.ts'
import { serviceMethods } from './service-methods.ts'

/** Every method of the Flash Liquidity API, in both directions. */
export const flashContract: readonly FlashMethod[] = [...makerMethods, ...serviceMethods]

/** Every error code of a maker's call, in the table's order. */
export function flashErrorsOf({ errors, sentBy }: FlashMethod): ErrorCode[] {
	if (sentBy === 'service') return []
	const possible = new Set<ErrorCode>([...flashErrors, ...errors])
	return errorCodes.filter(code => possible.has(code))
}
