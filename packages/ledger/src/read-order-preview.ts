import { Decimal } from '@accord/protocol'
import type { PreviewReceipt } from './preview-receipt.ts'

/** Why an order's preview is no pass. */
export type OrderPreviewRefusal =
	| 'not_owner'
	| 'insufficient_funds'
	| 'verify_parent'
	| 'already_committed'
	| 'unknown_resource'
	| 'other'

/** What the preview of {@link composeOrderPreview} tells of an order. */
export type OrderPreview =
	| { ok: true; costXrd: Decimal; executionUnits: number }
	| { ok: false; reason: OrderPreviewRefusal; detail: string }

/** What a preview charges for its own root, beyond what the order will cost in a settlement. */
export type PreviewBase = { costXrd: Decimal; executionUnits: number }

/** What a vault costs that the ledger has to make: the buyer may never have held the token. */
export const newVaultCostXrd = Decimal.parse('0.126')

/**
 * Judges a preview. The cost is the preview's total less the base, plus one new vault always. `base` is
 * {@link previewBase} for one order; where the preview holds other orders too, their own cost and units are added to it.
 */
export function readOrderPreview(receipt: PreviewReceipt, base: PreviewBase = previewBase): OrderPreview {
	if (receipt.status !== 'Succeeded') {
		const detail = receipt.errorMessage ?? receipt.status
		return { ok: false, reason: refusal(detail), detail }
	}
	return {
		ok: true,
		costXrd: Decimal.add(Decimal.subtract(receipt.costXrd, base.costXrd), newVaultCostXrd),
		executionUnits: receipt.executionUnits - base.executionUnits,
	}
}

/**
 * The base under the ledger's present protocol: the lowest that {@link measurePreviewBase} finds over the kinds of
 * orders, rounded down, so that no estimate falls short. A test measures it anew.
 */
export const previewBase: PreviewBase = { costXrd: Decimal.parse('0.08'), executionUnits: 1_600_000 }

/** The base that an order shows: its preview less what it adds to a root. Roots grow by the same for every further item. */
export function measurePreviewBase(options: {
	preview: Cost
	roots: { withoutOrder: Cost; withOrder: Cost }
}): PreviewBase {
	const { preview, roots } = options
	return subtractCost(preview, subtractCost(roots.withOrder, roots.withoutOrder))
}

type Cost = { costXrd: Decimal; executionUnits: number }

function subtractCost(a: Cost, b: Cost): Cost {
	return {
		costXrd: Decimal.subtract(a.costXrd, b.costXrd),
		executionUnits: a.executionUnits - b.executionUnits,
	}
}

const signs: [OrderPreviewRefusal, RegExp][] = [
	['already_committed', /IntentHashPreviouslyCommitted/],
	['unknown_resource', /ReferencedNodeDoesNotExist/],
	['insufficient_funds', /InsufficientBalance|VaultDoesNotExist/],
	['verify_parent', /VerifyParentFailed/],
	['not_owner', /Unauthorized.*"withdraw"/s],
]

function refusal(message: string): OrderPreviewRefusal {
	return signs.find(([, pattern]) => pattern.test(message))?.[0] ?? 'other'
}
