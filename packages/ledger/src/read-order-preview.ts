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

/** The base of the ledger's present protocol, as {@link measurePreviewBase} finds it; a test measures it anew. */
export const previewBase: PreviewBase = { costXrd: Decimal.parse('0.073'), executionUnits: 0 }

/** The base, from the preview of one reference order and from two roots of such orders that differ by known items. */
export function measurePreviewBase(options: {
	preview: PreviewReceipt
	roots: { fewer: RootCost; more: RootCost }
}): PreviewBase {
	const { preview, roots } = options
	const items = roots.more.items - roots.fewer.items
	const costXrd = Decimal.divDown(Decimal.subtract(roots.more.costXrd, roots.fewer.costXrd), Decimal.fromInteger(items))
	const executionUnits = Math.ceil((roots.more.executionUnits - roots.fewer.executionUnits) / items)
	return {
		costXrd: Decimal.subtract(preview.costXrd, costXrd),
		executionUnits: preview.executionUnits - executionUnits,
	}
}

/** What a root of so many reference orders cost. */
export type RootCost = { items: number; costXrd: Decimal; executionUnits: number }

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
