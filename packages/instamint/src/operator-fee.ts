import { Decimal } from '@accord/protocol'

/**
 * The balance that a transaction requires on the operator's account; only the actual cost is charged. An act costs 0.3
 * to 0.6 XRD, a payback 0.3 more for each token.
 */
export const lockFeeXrd = Decimal.parse('10')

/** Enough for several hundred transactions. */
export const feeReserveXrd = Decimal.parse('100')
