import { Decimal, type Fee, type FeeInfo } from '@accord/protocol'
import { formatSignificant } from '../format/format-amount.ts'

type Settlement = {
	readonly fee: Fee
	/** The part of the settlement fee that comes back, or came. */
	readonly refund: Decimal
	readonly feeInfo: FeeInfo
	readonly verb: 'come' | 'came'
}

/**
 * Who gets the settlement fee: `0.25 XRD for the solver, 0.639 XRD for the ledger; 4.361 of 5.25 XRD came back`. Without the
 * shares if the fee is not one of today's table.
 */
export function settlementWords({ fee, refund, feeInfo, verb }: Settlement): string {
	const { symbol, settlementAmount } = fee
	const words = (amount: Decimal) => formatSignificant(amount, 4)
	const back = `${words(refund)} of ${words(settlementAmount)} ${symbol} ${verb} back unused`
	const today = feeInfo.perTokenSettlementFee.find(one => one.symbol === symbol)
	if (today === undefined) return back
	const { solverAmount, transactionExecutionAmount } = today
	if (Decimal.add(solverAmount, transactionExecutionAmount) !== settlementAmount) return back
	const ledger = Decimal.subtract(transactionExecutionAmount, refund)
	return `${words(solverAmount)} ${symbol} for the solver, ${words(ledger)} ${symbol} for the ledger; ${back}`
}
