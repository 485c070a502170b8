import { Decimal } from '@accord/protocol'

/** What a preview says would happen, and what it would cost: all that the ledger charges, in XRD. */
export type PreviewReceipt = {
	status: 'Succeeded' | 'Failed' | 'Rejected'
	/** The engine's own words. */
	errorMessage?: string
	costXrd: Decimal
	executionUnits: number
}

const costFields = [
	'xrd_total_execution_cost',
	'xrd_total_finalization_cost',
	'xrd_total_storage_cost',
	'xrd_total_royalty_cost',
	'xrd_total_tipping_cost',
]

/** Reads the Core API's `TransactionReceipt`, the `receipt` of a Gateway's preview. Throws if it is not one. */
export function parsePreviewReceipt(receipt: unknown): PreviewReceipt {
	const { status, fee_summary: fees, error_message: message } = (receipt ?? {}) as Record<string, unknown>
	if (status !== 'Succeeded' && status !== 'Failed' && status !== 'Rejected')
		throw new Error(`a preview's receipt has no status of a transaction: ${String(status)}`)
	const summary = (fees ?? {}) as Record<string, unknown>
	return {
		status,
		...(typeof message === 'string' ? { errorMessage: message } : {}),
		costXrd: Decimal.sum(costFields.map(field => Decimal.parse(String(summary[field] ?? '0')))),
		executionUnits: Number(summary.execution_cost_units_consumed ?? 0),
	}
}
