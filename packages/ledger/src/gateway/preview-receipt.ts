import { Decimal } from '@accord/protocol'

/**
 * The outcome of a preview, its cost (everything that the ledger would charge, in XRD), and the results of its
 * instructions.
 */
export type PreviewReceipt = {
	readonly status: 'Succeeded' | 'Failed' | 'Rejected'
	/** The reason in the engine's own words. */
	readonly errorMessage?: string
	readonly costXrd: Decimal
	readonly executionUnits: number
	/** The programmatic JSON of each instruction's output, in order; empty unless it succeeded. */
	readonly outputs: readonly unknown[]
}

const costFields = [
	'xrd_total_execution_cost',
	'xrd_total_finalization_cost',
	'xrd_total_storage_cost',
	'xrd_total_royalty_cost',
	'xrd_total_tipping_cost',
]

/**
 * Reads the Core API's `TransactionReceipt`, the `receipt` of a Gateway's preview.
 * @throws Error if it has no known status, an amount is not a decimal, or the units are not a whole number
 */
export function parsePreviewReceipt(receipt: unknown): PreviewReceipt {
	const { status, fee_summary: fees, output, error_message: message } = (receipt ?? {}) as Record<string, unknown>
	if (status !== 'Succeeded' && status !== 'Failed' && status !== 'Rejected')
		throw new Error(`the preview's receipt has an unknown status: ${String(status)}`)
	const summary = (fees ?? {}) as Record<string, unknown>
	const executionUnits = Number(summary.execution_cost_units_consumed ?? 0)
	if (!Number.isSafeInteger(executionUnits))
		throw new Error('the preview’s receipt has no whole number of execution units')
	return {
		status,
		...(typeof message === 'string' ? { errorMessage: message } : {}),
		costXrd: Decimal.sum(costFields.map(field => Decimal.parse(String(summary[field] ?? '0')))),
		executionUnits,
		outputs: status === 'Succeeded' && Array.isArray(output) ? output.map(programmaticJson) : [],
	}
}

function programmaticJson(output: unknown): unknown {
	return (output as { programmatic_json?: unknown } | null)?.programmatic_json
}
