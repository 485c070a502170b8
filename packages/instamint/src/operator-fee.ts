import { Decimal } from '@accord/protocol'

/** What the operator's account must hold for a transaction; what is not spent is not taken. An act costs 0.3 to 0.6 XRD, a payback 0.3 more for each token. */
export const lockFeeXrd = Decimal.parse('10')

/** Enough for some hundred transactions. */
export const feeReserveXrd = Decimal.parse('100')
