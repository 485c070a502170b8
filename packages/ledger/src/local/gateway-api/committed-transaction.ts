import type { CommitRecord, ComponentEvent, CostUnits, FeeXrd } from '../../engine/commit-record.ts'
import type { LocalLedger } from '../local-ledger.ts'
import { timestampWire } from './ledger-state.ts'

/** The parts of a committed transaction that a request may include. */
export type DetailsOptIns = {
	raw_hex?: boolean
	receipt_fee_summary?: boolean
	receipt_fee_source?: boolean
	receipt_output?: boolean
	receipt_events?: boolean
	affected_global_entities?: boolean
	balance_changes?: boolean
}

/** A committed transaction in the Gateway's shape (`CommittedTransactionInfo`), with the requested parts. */
export function committedTransactionWire(ledger: LocalLedger, record: CommitRecord, optIns: DetailsOptIns) {
	return {
		state_version: record.stateVersion,
		epoch: record.epoch,
		round: record.round,
		round_timestamp: timestampWire(record.timestampMs),
		transaction_status: record.status,
		payload_hash: record.intentHash,
		intent_hash: record.transactionId,
		fee_paid: record.feeXrd.total,
		confirmed_at: timestampWire(record.timestampMs),
		...(record.errorMessage === undefined ? {} : { error_message: record.errorMessage }),
		receipt: receiptWire(record, optIns, ledger.info.xrd),
		manifest_classes: ['General'],
		...(optIns.raw_hex ? { raw_hex: ledger.rawTransaction(record.stateVersion) } : {}),
		...(optIns.affected_global_entities ? { affected_global_entities: affectedEntities(record) } : {}),
		...(optIns.balance_changes ? { balance_changes: balanceChangesWire(record, ledger.info.xrd) } : {}),
		...subintentsWire(ledger, record),
	}
}

/** Every subintent of a transaction with its own children, and the root's children. */
function subintentsWire(ledger: LocalLedger, record: CommitRecord) {
	if (record.subintents.length === 0) return { subintent_details: [], child_subintent_hashes: [] }
	const details = ledger.subintents(record.stateVersion).map(({ id, children }) => ({
		subintent_hash: id,
		child_subintent_hashes: children,
	}))
	const grandchildren = new Set(details.flatMap(({ child_subintent_hashes: children }) => children))
	const children = details.map(({ subintent_hash: id }) => id).filter(id => !grandchildren.has(id))
	return { subintent_details: details, child_subintent_hashes: children }
}

/** All entities whose balances or existence a transaction changed. */
export function affectedEntities(record: CommitRecord): string[] {
	return [
		...new Set([
			...record.balanceChanges.flatMap(({ entity, resource }) => [entity, resource]),
			...record.feeBalanceChanges.map(({ entity }) => entity),
			...record.newEntities.map(({ address }) => address),
		]),
	]
}

/** The Core API's `FeeSummary`. */
export function feeSummaryWire(fee: FeeXrd, units: CostUnits) {
	return {
		execution_cost_units_consumed: units.execution,
		finalization_cost_units_consumed: units.finalization,
		xrd_total_execution_cost: fee.execution,
		xrd_total_finalization_cost: fee.finalization,
		xrd_total_royalty_cost: fee.royalty,
		xrd_total_storage_cost: fee.storage,
		xrd_total_tipping_cost: fee.tip,
	}
}

function receiptWire(record: CommitRecord, optIns: DetailsOptIns, xrd: string) {
	const { status, errorMessage, feeXrd, costUnits, feeBalanceChanges, events = [] } = record
	return {
		status,
		...(errorMessage === undefined ? {} : { error_message: errorMessage }),
		...(optIns.receipt_fee_summary ? { fee_summary: feeSummaryWire(feeXrd, costUnits) } : {}),
		...(optIns.receipt_fee_source ? { fee_source: feeSourceWire(feeBalanceChanges, xrd) } : {}),
		...(optIns.receipt_output ? { output: [] } : {}),
		...(optIns.receipt_events ? { events: events.map(eventWire) } : {}),
	}
}

function eventWire({ name, emitter, data }: ComponentEvent) {
	const entity = { is_global: true, entity_type: 'GlobalGenericComponent', entity_address: emitter }
	return { name, emitter: { type: 'Method', entity, object_module_id: 'Main' }, data }
}

function feeSourceWire(changes: CommitRecord['feeBalanceChanges'], xrd: string) {
	const payments = changes.filter(({ kind }) => kind === 'FeePayment')
	return {
		from_vaults: payments.map(({ entity, change }) => ({
			vault_entity: entity,
			resource: xrd,
			amount: change.replace(/^-/, ''),
		})),
	}
}

function balanceChangesWire({ balanceChanges, feeBalanceChanges }: CommitRecord, xrd: string) {
	return {
		fungible_fee_balance_changes: feeBalanceChanges.map(({ kind, entity, change }) => ({
			type: kind,
			entity_address: entity,
			resource_address: xrd,
			balance_change: change,
		})),
		fungible_balance_changes: balanceChanges.map(({ entity, resource, change }) => ({
			entity_address: entity,
			resource_address: resource,
			balance_change: change,
		})),
		non_fungible_balance_changes: [],
	}
}
