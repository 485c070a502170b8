import { Decimal } from '@accord/protocol'

/** What the operator's account must hold for a transaction; what is not spent is not taken. The dearest, with all prices, costs 2 XRD. */
export const lockFeeXrd = Decimal.parse('10')

/** Enough for some hundred transactions. */
export const feeReserveXrd = Decimal.parse('100')
