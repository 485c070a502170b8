import type { FastifyInstance } from 'fastify'
import type { PreviewResult } from '../../engine/commit-record.ts'
import type { LocalLedger } from '../local-ledger.ts'
import { feeSummaryWire } from './committed-transaction.ts'
import type { GatewayServerOptions } from './gateway-server-options.ts'
import { hexBytes, refusingInvalidBytes } from './submission.ts'

type PreviewRequest = {
	preview_transaction: { type: 'Compiled'; preview_transaction_hex: string }
	flags?: {
		use_free_credit?: boolean
		assume_all_signature_proofs?: boolean
		skip_epoch_check?: boolean
		disable_auth_checks?: boolean
	}
	opt_ins?: { core_api_receipt?: boolean; logs?: boolean }
}

const flag = { type: 'boolean' } as const

const previewRequest = {
	type: 'object',
	required: ['preview_transaction'],
	properties: {
		preview_transaction: {
			type: 'object',
			required: ['type', 'preview_transaction_hex'],
			properties: { type: { const: 'Compiled' }, preview_transaction_hex: hexBytes },
		},
		flags: {
			type: 'object',
			properties: {
				use_free_credit: flag,
				assume_all_signature_proofs: flag,
				skip_epoch_check: flag,
				disable_auth_checks: flag,
			},
		},
		opt_ins: { type: 'object', properties: { core_api_receipt: flag, logs: flag } },
	},
} as const

/** `/transaction/preview-v2`. */
export function registerPreview(server: FastifyInstance, { ledger }: GatewayServerOptions): void {
	server.post<{ Body: PreviewRequest }>(
		'/transaction/preview-v2',
		{ schema: { body: previewRequest } },
		async request => {
			const result = refusingInvalidBytes(() => preview(ledger, request.body))
			const { core_api_receipt: wantsReceipt = false, logs: wantsLogs = false } = request.body.opt_ins ?? {}
			return {
				at_ledger_state_version: result.stateVersion,
				...(wantsReceipt ? { receipt: receiptWire(result) } : {}),
				...(wantsLogs ? { logs: [] } : {}),
			}
		},
	)
}

function preview(ledger: LocalLedger, { preview_transaction: transaction, flags = {} }: PreviewRequest) {
	return ledger.preview(transaction.preview_transaction_hex.toLowerCase(), {
		useFreeCredit: flags.use_free_credit ?? false,
		assumeAllSignatureProofs: flags.assume_all_signature_proofs ?? false,
		skipEpochCheck: flags.skip_epoch_check ?? false,
		disableAuth: flags.disable_auth_checks ?? false,
	})
}

const statusWire = { Success: 'Succeeded', Failure: 'Failed', Rejected: 'Rejected' } as const

function receiptWire({ status, errorMessage, feeXrd, costUnits, outputs }: PreviewResult) {
	return {
		status: statusWire[status],
		fee_summary: feeSummaryWire(feeXrd, costUnits),
		costing_parameters: {},
		state_updates: {},
		output: outputs.map(({ hex, programmaticJson }) => ({ hex, programmatic_json: programmaticJson })),
		events: [],
		...(errorMessage === undefined ? {} : { error_message: errorMessage }),
	}
}
