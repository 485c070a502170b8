import type {
	CommittedTransactionInfo,
	GatewayApiClient,
	LedgerState as LedgerStateWire,
	StateEntityFungiblesPageResponse,
	TransactionSubintentStatusResponse,
} from '@radixdlt/babylon-gateway-api-sdk'
import { readAmount, readCount, readText, readTime, readWord } from './gateway-answer.ts'
import { GatewayError } from './gateway-error.ts'
import type { CommittedTransaction, Deposit, LedgerState, SubintentStatus, TokenInfo } from './gateway-types.ts'

// Parses the Gateway's wire shapes into domain types. Throws on anything unreadable.

export function parseLedgerState(wire: LedgerStateWire): LedgerState {
	return {
		network: readText(wire.network, 'network'),
		stateVersion: readCount(wire.state_version, 'state_version'),
		epoch: readCount(wire.epoch, 'epoch'),
		round: readCount(wire.round, 'round'),
		proposerTimestampMs: readTime(wire.proposer_round_timestamp, 'proposer_round_timestamp'),
	}
}

export function parseSubintentStatus(answer: TransactionSubintentStatusResponse): SubintentStatus {
	const { finalized_at_transaction_intent_hash: transactionId, finalized_at_state_version: at } = answer
	return {
		status: readWord(answer.subintent_status, 'subintent_status', ['Unknown', 'CommittedSuccess']),
		...(transactionId == null
			? {}
			: { finalizingTransactionId: readText(transactionId, 'finalized_at_transaction_intent_hash') }),
		...(at == null ? {} : { finalizedAtStateVersion: readCount(at, 'finalized_at_state_version') }),
		ledger: parseLedgerState(answer.ledger_state),
	}
}

export function parseFungibles({ items, next_cursor, ledger_state }: StateEntityFungiblesPageResponse) {
	const amounts = items.flatMap((item): [string, string][] =>
		item.aggregation_level === 'Global'
			? [[readText(item.resource_address, 'resource_address'), readAmount(item.amount, 'amount')]]
			: [],
	)
	const stateVersion = readCount(ledger_state.state_version, 'state_version')
	return { stateVersion, amounts, cursor: next_cursor == null ? undefined : readText(next_cursor, 'next_cursor') }
}

export function parseCommittedTransaction(item: CommittedTransactionInfo): CommittedTransaction {
	const { intent_hash: transactionId, subintent_details: details } = item
	const stateVersion = readCount(item.state_version, 'state_version')
	if (transactionId == null) throw new GatewayError('bad_request', `the transaction at ${stateVersion} has no id`)
	const named = details == null ? {} : { subintentIds: details.map(({ subintent_hash: id }) => id) }
	return { stateVersion, transactionId, ...named }
}

export function parseDeposits(item: CommittedTransactionInfo, account: string): Deposit[] {
	const { transactionId } = parseCommittedTransaction(item)
	const { balance_changes: changes, round_timestamp: at, subintent_details: subintents } = item
	const committedAtMs = readTime(at, 'round_timestamp')
	const settles = subintents == null || subintents.length > 0
	const own = (changes?.fungible_balance_changes ?? []).filter(({ entity_address: entity }) => entity === account)
	return own.flatMap(({ resource_address: resource, balance_change: change }) => {
		const amount = readAmount(change.replace(/^-/, ''), 'balance_change')
		return change.startsWith('-') ? [] : [{ transactionId, committedAtMs, resource, amount, settles }]
	})
}

type EntityDetails = Awaited<
	ReturnType<GatewayApiClient['state']['innerClient']['stateEntityDetails']>
>['items'][number]

/** The component with its package, if the entity is one. */
export function parsePackage({ address, details }: EntityDetails): [string, string][] {
	if (details?.type !== 'Component' || details.package_address == null) return []
	return [[address, readText(details.package_address, 'package_address')]]
}

export function parseTokenInfo(item: EntityDetails): TokenInfo {
	if (item.details?.type !== 'FungibleResource')
		throw new GatewayError('bad_request', `${item.address} is not a fungible resource`)
	const { divisibility, total_supply: totalSupply } = item.details
	const text = (key: string) => {
		const typed = item.metadata.items.find(entry => entry.key === key)?.value.typed
		return typed?.type === 'String' || typed?.type === 'Url' ? typed.value : undefined
	}
	const described = { symbol: text('symbol'), name: text('name'), iconUrl: text('icon_url') }
	const known = Object.fromEntries(Object.entries(described).filter(([, value]) => value !== undefined))
	return { resource: item.address, divisibility, totalSupply, ...known }
}
