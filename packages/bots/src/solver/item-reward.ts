import { type Item, parseInstructions, readSignedPartialTransaction, tryReadAddress } from '@accord/ledger'
import { Decimal } from '@accord/protocol'

// The guarantee: an item's reward is never overestimated while the service demands settlement fees of at least the given
// worth. It is read from the bytes that settle, not from anything that is said about them.

/** The settlement fee that a service demands by default, in XRD: `solver_amount` and `transaction_execution_amount`. */
export const usualSettlementFeeXrd = Decimal.parse('5.25')

/** The network, and the least that its service's settlement fee is worth. */
export type RewardTerms = { readonly networkId: number; readonly settlementFeeXrd?: Decimal }

/** XRD, by its bytes, which are the same on every network. */
const xrdHex = '5da66318c6318c61f5a61b4c6318c6318cf794aa8d295f14e6318c6318c6'

/**
 * What an item pays the solver, in XRD: its settlement fee less the rebate. Of another token it is worth as much of
 * `settlementFeeXrd` as it is of the settlement fee. Surplus between two items is not counted.
 */
export function rewardXrdOf(
	{ terms, signedPartialTransaction }: Item,
	{ networkId, settlementFeeXrd = usualSettlementFeeXrd }: RewardTerms,
): Decimal {
	const { sell, fee } = terms
	const { platformAmount, settlementAmount } = fee
	const taken = takenOf(signedPartialTransaction, { resource: sell.resource, networkId })
	const kept = Decimal.subtract(Decimal.add(platformAmount, settlementAmount), taken)
	const left = Decimal.min(kept, settlementAmount)
	if (!Decimal.isPositive(left)) return Decimal.zero
	if (tryReadAddress(sell.resource)?.hex === xrdHex) return left
	return Decimal.mulDown(settlementFeeXrd, Decimal.divDown(left, settlementAmount))
}

/** What the service's outer takes from the fees of its item, for itself and as the rebate. */
function takenOf(outer: string, { resource, networkId }: { resource: string; networkId: number }): Decimal {
	const steps = parseInstructions(readSignedPartialTransaction(outer, networkId).instructions)
	// The fees come with the second yield to the item.
	const toItem = steps.flatMap(({ kind }, at) => (kind === 'yield_to_child' ? [at] : []))
	const taken = steps.slice(toItem[1] ?? steps.length).map(step => {
		return step.kind === 'take_from_worktop' && step.resource === resource ? step.amount : Decimal.zero
	})
	return Decimal.sum(taken)
}
