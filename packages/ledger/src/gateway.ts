import {
	type CommittedTransactionInfo,
	GatewayApiClient,
	type LedgerState as LedgerStateWire,
	type PreviewFlags,
	ResponseError,
	type TransactionStatusResponse,
} from '@radixdlt/babylon-gateway-api-sdk'
import { GatewayError, type GatewayErrorKind } from './gateway-error.ts'
import { type PreviewReceipt, parsePreviewReceipt } from './preview-receipt.ts'

export type { PreviewFlags } from '@radixdlt/babylon-gateway-api-sdk'

/** Where the ledger stands, as a Gateway sees it. */
export type LedgerState = {
	network: string
	stateVersion: number
	epoch: number
	round: number
	/** The ledger's own clock, which decides expiry. */
	proposerTimestampMs: number
}

/** Whether a subintent is committed, together with the ledger's state that the answer is true of. */
export type SubintentStatus = {
	status: 'Unknown' | 'CommittedSuccess'
	finalizingTransactionId?: string
	finalizedAtStateVersion?: number
	stateVersion: number
	ledgerTimestampMs: number
}

/** A transaction's way so far. */
export type TransactionStatus = {
	status: TransactionStatusResponse['status']
	intentStatus: TransactionStatusResponse['intent_status']
	errorMessage?: string
	stateVersion?: number
}

/** A transaction that committed, and the ids of its subintents; absent where the Gateway does not name them. */
export type CommittedTransaction = { stateVersion: number; transactionId: string; subintentIds?: string[] }

/** What an account holds of each fungible resource, as decimal strings, at one state version. */
export type Balances = { stateVersion: number; amounts: Map<string, string> }

/** A fungible resource as the ledger describes it. */
export type TokenInfo = {
	resource: string
	divisibility: number
	totalSupply: string
	symbol?: string
	name?: string
	iconUrl?: string
}

/** How a client of the Gateway behaves; the defaults are 5 s a call and two more tries of a safe read. */
export type GatewayOptions = { url: string; timeoutMs?: number; retriesMax?: number }

/**
 * The Gateway API of a Radix network, as far as a trade needs it. Every failure is a {@link GatewayError}; safe reads
 * are tried again while the Gateway is unavailable, submissions never.
 */
export class GatewayClient {
	readonly #api: GatewayApiClient
	readonly #retriesMax: number

	constructor({ url, timeoutMs = 5_000, retriesMax = 2 }: GatewayOptions) {
		this.#retriesMax = retriesMax
		this.#api = GatewayApiClient.initialize({
			basePath: url.replace(/\/+$/, ''),
			applicationName: 'accord',
			fetchApi: (input: string | URL | Request, init?: RequestInit) =>
				fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) }),
		})
	}

	/** Where the ledger stands now. */
	async ledgerState(): Promise<LedgerState> {
		const { ledger_state } = await this.#read(() => this.#api.status.innerClient.gatewayStatus())
		return parseLedgerState(ledger_state)
	}

	/** The network's id and the address of its XRD. */
	async network(): Promise<{ networkId: number; name: string; xrd: string }> {
		const network = await this.#read(() => this.#api.status.innerClient.networkConfiguration())
		return { networkId: network.network_id, name: network.network_name, xrd: network.well_known_addresses.xrd }
	}

	/**
	 * Hands in a notarized transaction (hex). That it was taken does not mean that it will be committed: ask
	 * {@link transactionStatus}. A transaction that can never be committed is a {@link GatewayError} `rejected`.
	 */
	async submit(notarizedTransaction: string): Promise<{ duplicate: boolean }> {
		const request = { transactionSubmitRequest: { notarized_transaction_hex: notarizedTransaction } }
		const { duplicate } = await attempt(() => this.#api.transaction.innerClient.transactionSubmit(request))
		return { duplicate }
	}

	/** What became of a transaction (`txid_…`). */
	async transactionStatus(transactionId: string): Promise<TransactionStatus> {
		const request = { transactionStatusRequest: { intent_hash: transactionId } }
		const answer = await this.#read(() => this.#api.transaction.innerClient.transactionStatus(request))
		return {
			status: answer.status,
			intentStatus: answer.intent_status,
			...(answer.error_message == null ? {} : { errorMessage: answer.error_message }),
			...(answer.committed_state_version == null ? {} : { stateVersion: answer.committed_state_version }),
		}
	}

	/**
	 * Whether a subintent (`subtxid_…`) is committed. `Unknown` never means failed: it may be committed later, until the
	 * ledger's clock has passed its expiry.
	 */
	async subintentStatus(subintentId: string): Promise<SubintentStatus> {
		const request = { transactionSubintentStatusRequest: { subintent_hash: subintentId } }
		const answer = await this.#read(() => this.#api.transaction.innerClient.transactionSubintentStatus(request))
		const { stateVersion, proposerTimestampMs } = parseLedgerState(answer.ledger_state)
		const { finalized_at_transaction_intent_hash: transactionId, finalized_at_state_version: at } = answer
		return {
			status: answer.subintent_status,
			...(transactionId == null ? {} : { finalizingTransactionId: transactionId }),
			...(at == null ? {} : { finalizedAtStateVersion: at }),
			stateVersion,
			ledgerTimestampMs: proposerTimestampMs,
		}
	}

	/**
	 * The first user transactions, 100 at most, that committed with success at a state version or later, in their order;
	 * `isAll` when there is none after them yet. The Gateway must have come as far as the state version.
	 */
	async transactionsFrom(stateVersion: number): Promise<{ transactions: CommittedTransaction[]; isAll: boolean }> {
		const streamTransactionsRequest = {
			from_ledger_state: { state_version: stateVersion },
			limit_per_page: 100,
			kind_filter: 'User' as const,
			transaction_status_filter: 'Success' as const,
			order: 'Asc' as const,
		}
		const request = { streamTransactionsRequest }
		const { items, next_cursor } = await this.#read(() => this.#api.stream.innerClient.streamTransactions(request))
		return { transactions: items.map(parseCommittedTransaction), isAll: next_cursor == null }
	}

	/** Runs a compiled preview (hex) without committing anything. */
	async preview(preview: string, flags: PreviewFlags): Promise<PreviewReceipt & { stateVersion: number }> {
		const transactionPreviewV2Request = {
			preview_transaction: { type: 'Compiled' as const, preview_transaction_hex: preview },
			flags,
			opt_ins: { core_api_receipt: true },
		}
		const request = { transactionPreviewV2Request }
		const answer = await this.#read(() => this.#api.transaction.innerClient.transactionPreviewV2(request))
		return { ...parsePreviewReceipt(answer.receipt), stateVersion: answer.at_ledger_state_version }
	}

	/** All fungible balances of an account, at one state version. An account never used holds nothing. */
	async balances(address: string): Promise<Balances> {
		const amounts = new Map<string, string>()
		let page = await this.#fungiblesPage(address, {})
		const stateVersion = page.ledger_state.state_version
		for (;;) {
			for (const item of page.items) {
				if (item.aggregation_level === 'Global') amounts.set(item.resource_address, item.amount)
			}
			if (page.next_cursor == null) return { stateVersion, amounts }
			page = await this.#fungiblesPage(address, {
				cursor: page.next_cursor,
				at_ledger_state: { state_version: stateVersion },
			})
		}
	}

	/** Divisibility, supply and metadata of fungible resources, in the order asked. Throws `not_found` for an unknown one. */
	async tokenInfo(resources: readonly string[]): Promise<TokenInfo[]> {
		const tokens: TokenInfo[] = []
		for (let at = 0; at < resources.length; at += 20) {
			const request = { stateEntityDetailsRequest: { addresses: resources.slice(at, at + 20) } }
			const { items } = await this.#read(() => this.#api.state.innerClient.stateEntityDetails(request))
			tokens.push(...items.map(parseTokenInfo))
		}
		return tokens
	}

	/** A committed transaction with its bytes, fees and balance changes, in the Gateway's own shape. */
	async committedDetails(transactionId: string): Promise<CommittedTransactionInfo> {
		const transactionCommittedDetailsRequest = {
			intent_hash: transactionId,
			opt_ins: { raw_hex: true, receipt_fee_summary: true, receipt_output: true, balance_changes: true },
		}
		const request = { transactionCommittedDetailsRequest }
		const answer = await this.#read(() => this.#api.transaction.innerClient.transactionCommittedDetails(request))
		return answer.transaction
	}

	#fungiblesPage(address: string, page: { cursor?: string; at_ledger_state?: { state_version: number } }) {
		const request = { stateEntityFungiblesPageRequest: { address, ...page } }
		return this.#read(() => this.#api.state.innerClient.entityFungiblesPage(request))
	}

	async #read<T>(call: () => Promise<T>): Promise<T> {
		for (let tries = 0; ; tries++) {
			try {
				return await attempt(call)
			} catch (error) {
				if (!(error instanceof GatewayError) || error.kind !== 'unavailable' || tries >= this.#retriesMax) throw error
				await new Promise(resolve => setTimeout(resolve, 50 * 4 ** tries))
			}
		}
	}
}

function parseLedgerState(wire: LedgerStateWire): LedgerState {
	return {
		network: wire.network,
		stateVersion: wire.state_version,
		epoch: wire.epoch,
		round: wire.round,
		proposerTimestampMs: Date.parse(wire.proposer_round_timestamp),
	}
}

function parseCommittedTransaction(item: CommittedTransactionInfo): CommittedTransaction {
	const { state_version: stateVersion, intent_hash: transactionId, subintent_details: details } = item
	if (transactionId == null) throw new GatewayError('bad_request', `the transaction at ${stateVersion} has no id`)
	const named = details == null ? {} : { subintentIds: details.map(({ subintent_hash: id }) => id) }
	return { stateVersion, transactionId, ...named }
}

type EntityDetails = Awaited<
	ReturnType<GatewayApiClient['state']['innerClient']['stateEntityDetails']>
>['items'][number]

function parseTokenInfo(item: EntityDetails): TokenInfo {
	if (item.details?.type !== 'FungibleResource')
		throw new GatewayError('bad_request', `${item.address} is no fungible resource`)
	const { divisibility, total_supply: totalSupply } = item.details
	const text = (key: string) => {
		const typed = item.metadata.items.find(entry => entry.key === key)?.value.typed
		return typed?.type === 'String' || typed?.type === 'Url' ? typed.value : undefined
	}
	const described = { symbol: text('symbol'), name: text('name'), iconUrl: text('icon_url') }
	const known = Object.fromEntries(Object.entries(described).filter(([, value]) => value !== undefined))
	return { resource: item.address, divisibility, totalSupply, ...known }
}

async function attempt<T>(call: () => Promise<T>): Promise<T> {
	try {
		return await call()
	} catch (cause) {
		if (!(cause instanceof ResponseError))
			throw new GatewayError('unavailable', 'the Gateway cannot be reached', { cause })
		const { status, errorResponse } = cause
		const message = errorResponse?.message ?? `the Gateway answered ${status}`
		throw new GatewayError(kindOf(status, errorResponse?.details?.type), message, { status, cause })
	}
}

function kindOf(status: number, type: string | undefined): GatewayErrorKind {
	if (type === 'InvalidTransactionError') return 'rejected'
	if (status === 404) return 'not_found'
	return status >= 500 || status === 429 || status === 408 ? 'unavailable' : 'bad_request'
}
