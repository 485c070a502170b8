import type { FastifyInstance } from 'fastify'
import type { LedgerErrorCode } from '../../engine/ledger-error.ts'
import type { LocalLedger } from '../local-ledger.ts'
import { GatewayRefusal } from './gateway-refusal.ts'
import type { GatewayServerOptions } from './gateway-server-options.ts'
import { ledgerStateWire } from './ledger-state.ts'

/** `/transaction/construction` and `/transaction/submit`. */
export function registerTransaction(server: FastifyInstance, { ledger }: GatewayServerOptions): void {
	server.post('/transaction/construction', async () => {
		ledger.tick()
		return { ledger_state: ledgerStateWire(ledger) }
	})
	server.post<{ Body: { notarized_transaction_hex: string } }>(
		'/transaction/submit',
		{ schema: { body: submitRequest } },
		async request => submit(ledger, request.body.notarized_transaction_hex),
	)
}

/** JSON schema of bytes as hex. */
export const hexBytes = { type: 'string', pattern: '^([0-9a-fA-F]{2})+$' } as const

const submitRequest = {
	type: 'object',
	required: ['notarized_transaction_hex'],
	properties: { notarized_transaction_hex: hexBytes },
} as const

function submit(ledger: LocalLedger, notarizedTransactionHex: string): { duplicate: boolean } {
	const submitted = () => ledger.submit(notarizedTransactionHex.toLowerCase())
	const { outcome, transactionId, errorMessage } = refusingInvalidBytes(submitted)
	const rejection = transactionId === undefined ? undefined : ledger.rejection(transactionId)
	// Anything that may still be committed is accepted, as in a node's mempool; anything that can never be is refused.
	if (outcome === 'Rejected' && rejection?.permanent !== false)
		throw GatewayRefusal.invalidTransaction(errorMessage ?? 'The transaction is rejected')
	return { duplicate: outcome === 'Duplicate' }
}

const codesOfInvalidBytes = new Set<LedgerErrorCode>([
	'bad_hex',
	'bad_payload',
	'wrong_network',
	'too_large',
	'invalid_transaction',
])

/** The result of `run` on a client's bytes. @throws GatewayRefusal if they are invalid */
export function refusingInvalidBytes<T>(run: () => T): T {
	try {
		return run()
	} catch (error) {
		const { code, message } = error as Error & { code?: LedgerErrorCode }
		if (code === undefined || !codesOfInvalidBytes.has(code)) throw error
		throw GatewayRefusal.invalidTransaction(`Invalid transaction: ${message}`)
	}
}
