import type { FastifyInstance } from 'fastify'
import { parseSubintentId, parseTransactionId } from '../../codec.ts'
import type { CommitRecord } from '../../engine/commit-record.ts'
import type { LocalLedger, Rejection } from '../local-ledger.ts'
import { GatewayRefusal } from './gateway-refusal.ts'
import type { GatewayServerOptions } from './gateway-server-options.ts'
import { ledgerStateWire } from './ledger-state.ts'

/** `/transaction/status` and `/transaction/subintent-status`. */
export function registerTransactionStatus(server: FastifyInstance, { ledger }: GatewayServerOptions): void {
	server.post<{ Body: { intent_hash: string } }>(
		'/transaction/status',
		{ schema: { body: requestOf('intent_hash') } },
		async request => {
			requireTransactionId(request.body.intent_hash, ledger.networkId)
			ledger.tick()
			return { ledger_state: ledgerStateWire(ledger), ...transactionStatus(ledger, request.body.intent_hash) }
		},
	)
	server.post<{ Body: { subintent_hash: string } }>(
		'/transaction/subintent-status',
		{ schema: { body: requestOf('subintent_hash') } },
		async request => {
			requireSubintentId(request.body.subintent_hash, ledger.networkId)
			ledger.tick()
			return { ledger_state: ledgerStateWire(ledger), ...subintentStatus(ledger, request.body.subintent_hash) }
		},
	)
}

/** @throws GatewayRefusal unless it is a transaction id of this network */
export function requireTransactionId(id: string, networkId: number): void {
	requireId({ path: 'intent_hash', networkId, networkOfId: () => parseTransactionId(id).networkId })
}

function requireSubintentId(id: string, networkId: number): void {
	requireId({ path: 'subintent_hash', networkId, networkOfId: () => parseSubintentId(id).networkId })
}

function requireId(options: { path: string; networkId: number; networkOfId: () => number }): void {
	const { path, networkId, networkOfId } = options
	const refuse = (error: string) => GatewayRefusal.invalidRequest([{ path, errors: [error] }])
	let found: number
	try {
		found = networkOfId()
	} catch {
		throw refuse(`'${path}' must be a valid Bech32M-encoded RadixAddress.`)
	}
	if (found !== networkId) throw refuse(`'${path}' doesn't belong to this network.`)
}

function requestOf(property: string) {
	return { type: 'object', required: [property], properties: { [property]: { type: 'string', minLength: 1 } } } as const
}

function transactionStatus(ledger: LocalLedger, transactionId: string) {
	const record = ledger.transaction(transactionId)
	if (record !== undefined) return committedStatus(record)
	const rejection = ledger.rejection(transactionId)
	return rejection === undefined ? unknownStatus : rejectedStatus(rejection, ledger.info.epoch)
}

const unknownStatus = {
	status: 'Unknown',
	intent_status: 'Unknown',
	intent_status_description: 'No information is known about the possible outcome of this transaction.',
	known_payloads: [],
}

function committedStatus({ status, intentHash, errorMessage, stateVersion }: CommitRecord) {
	const outcome = status === 'CommittedSuccess' ? 'success' : 'failure'
	const description = `committed to the ledger as a ${outcome}. For more information, use the /transaction/committed-details endpoint.`
	return {
		status,
		intent_status: status,
		intent_status_description: `This transaction has been ${description}`,
		known_payloads: [
			{
				payload_hash: intentHash,
				status,
				payload_status: status,
				payload_status_description: `This particular payload for this transaction has been ${description}`,
				...(errorMessage === undefined ? {} : { error_message: errorMessage }),
				handling_status: 'Concluded',
				handling_status_reason: 'The transaction is committed',
			},
		],
		committed_state_version: stateVersion,
		...(errorMessage === undefined ? {} : { error_message: errorMessage }),
	}
}

function rejectedStatus({ errorMessage, permanent, endEpoch }: Rejection, epoch: number) {
	if (permanent || epoch >= endEpoch)
		return {
			status: 'Rejected',
			intent_status: 'PermanentlyRejected',
			intent_status_description: 'This transaction is permanently rejected, so can never be committed to this network.',
			known_payloads: [],
			error_message: errorMessage,
		}
	return {
		status: 'Pending',
		intent_status: 'LikelyButNotCertainRejection',
		intent_status_description:
			'All known payload/s for this transaction have been temporarily rejected at their last execution. It may still be possible for this transaction to be committed to this network.',
		known_payloads: [],
		permanently_rejects_at_epoch: endEpoch,
		error_message: errorMessage,
	}
}

function subintentStatus(ledger: LocalLedger, subintentId: string) {
	const finalized = ledger.subintent(subintentId)
	if (finalized === undefined)
		return {
			subintent_status: 'Unknown',
			subintent_status_description:
				'The gateway has not seen the subintent committed as a success, but otherwise, its status is unknown. It may not exist, it may have expired, it may still be possible for it to commit as a success. Note that, unlike transaction intents, subintents can commit as a failure 0 or more times and still commit as a success.',
		}
	return {
		subintent_status: 'CommittedSuccess',
		subintent_status_description:
			'The subintent has been successfully committed to the ledger at the given finalized_state_version. Use the committed details endpoint to read further details.',
		finalized_at_state_version: finalized.stateVersion,
		finalized_at_transaction_intent_hash: finalized.transactionId,
	}
}
