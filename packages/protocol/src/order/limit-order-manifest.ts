import { Decimal } from '../amount/decimal.ts'
import { addressText, decimalText } from './manifest-text.ts'

/** An amount of a resource, which is named by its address. */
export type ResourceAmount = { readonly resource: string; readonly amount: Decimal }

/**
 * The values of the fixed manifest. `verifyParentAccessRule` is manifest text (`Enum<2u8>(…)`) and is trusted as given.
 */
export type LimitOrderManifest = {
	readonly account: string
	readonly sell: ResourceAmount
	readonly buy: ResourceAmount
	readonly fee: { readonly platformAmount: Decimal; readonly settlementAmount: Decimal }
	readonly verifyParentAccessRule: string
}

/**
 * The text of the limit order subintent manifest: the specification's ten steps, one instruction a line.
 * A fee of zero keeps its TAKE_FROM_WORKTOP of 0 (decision 15).
 * @throws TradeError `invalid_address` for text that could not be an address and would change the manifest's meaning
 */
export function composeLimitOrderManifest(order: LimitOrderManifest): string {
	const { sell, buy, fee } = order
	const account = addressText(order.account)
	const sold = addressText(sell.resource)
	const withdrawn = Decimal.sum([sell.amount, fee.platformAmount, fee.settlementAmount])
	const atLeast = `Enum<ResourceConstraint::AtLeastAmount>(${decimalText(buy.amount)})`
	const instructions = [
		`VERIFY_PARENT ${order.verifyParentAccessRule}`,
		`CALL_METHOD ${account} "withdraw" ${sold} ${decimalText(withdrawn)}`,
		`TAKE_FROM_WORKTOP ${sold} ${decimalText(sell.amount)} Bucket("sell")`,
		`ASSERT_NEXT_CALL_RETURNS_ONLY Map<Address, Enum>(${addressText(buy.resource)} => ${atLeast})`,
		`YIELD_TO_PARENT Bucket("sell")`,
		`TAKE_FROM_WORKTOP ${sold} ${decimalText(fee.platformAmount)} Bucket("anthic-fee")`,
		`TAKE_FROM_WORKTOP ${sold} ${decimalText(fee.settlementAmount)} Bucket("solver-fee")`,
		`YIELD_TO_PARENT Bucket("anthic-fee") Bucket("solver-fee")`,
		`CALL_METHOD ${account} "deposit_batch" Expression("ENTIRE_WORKTOP")`,
		'YIELD_TO_PARENT',
	]
	return instructions.map(instruction => `${instruction};`).join('\n')
}
