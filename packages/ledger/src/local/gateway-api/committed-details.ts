import type { FastifyInstance } from 'fastify'
import { committedTransactionWire, type DetailsOptIns } from './committed-transaction.ts'
import { GatewayRefusal } from './gateway-refusal.ts'
import type { GatewayServerOptions } from './gateway-server-options.ts'
import { type LedgerStateSelector, ledgerStateSelector, ledgerStateWire } from './ledger-state.ts'
import { requireTransactionId } from './transaction-status.ts'

type CommittedDetailsRequest = { intent_hash: string; at_ledger_state?: LedgerStateSelector; opt_ins?: DetailsOptIns }

/** The JSON schema of a committed transaction's opt-ins. */
export const detailsOptIns = { type: 'object', additionalProperties: { type: 'boolean' } } as const

const committedDetailsRequest = {
	type: 'object',
	required: ['intent_hash'],
	properties: {
		intent_hash: { type: 'string', minLength: 1 },
		at_ledger_state: ledgerStateSelector,
		opt_ins: detailsOptIns,
	},
} as const

/** `/transaction/committed-details`. */
export function registerCommittedDetails(server: FastifyInstance, { ledger }: GatewayServerOptions): void {
	server.post<{ Body: CommittedDetailsRequest }>(
		'/transaction/committed-details',
		{ schema: { body: committedDetailsRequest } },
		async request => {
			const { intent_hash: transactionId, opt_ins: optIns = {} } = request.body
			requireTransactionId(transactionId, ledger.networkId)
			const record = ledger.transaction(transactionId)
			if (record === undefined) throw GatewayRefusal.transactionNotFound(transactionId)
			return {
				ledger_state: ledgerStateWire(ledger),
				transaction: committedTransactionWire(ledger, record, optIns),
			}
		},
	)
}
