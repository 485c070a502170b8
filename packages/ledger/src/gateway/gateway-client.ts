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

/** The newest state of the ledger, as a Gateway sees it. */
export type LedgerState = {
	/** The network's name, such as `simulator`. */
	readonly network: string
	readonly stateVersion: number
	readonly epoch: number
	readonly round: number
	/** The ledger's own clock, which decides expiry. */
	readonly proposerTimestampMs: number
}

/** Whether a subintent is committed, and the ledger state for which that is true. */
export type SubintentStatus = {
	readonly status: 'Unknown' | 'CommittedSuccess'
	readonly finalizingTransactionId?: string
	readonly finalizedAtStateVersion?: number
	readonly stateVersion: number
	readonly ledgerTimestampMs: number
}

/** How far a transaction has come, in the Gateway's words. `stateVersion` is present once it is committed. */
export type TransactionStatus = {
	readonly status: TransactionStatusResponse['status']
	readonly intentStatus: TransactionStatusResponse['intent_status']
	readonly errorMessage?: string
	readonly stateVersion?: number
}

/** A committed transaction and the ids of its subintents, which are absent where the Gateway does not list them. */
export type CommittedTransaction = {
	readonly stateVersion: number
	readonly transactionId: string
	readonly subintentIds?: readonly string[]
}

/** What an account holds at one state version: decimal strings by resource address. */
export type Balances = { readonly stateVersion: number; readonly amounts: ReadonlyMap<string, string> }

/** What an account holds of one resource at one state version: a decimal string. */
export type Balance = { readonly stateVersion: number; readonly amount: string }

/** A fungible resource as the ledger describes it. */
export type TokenInfo = {
	readonly resource: string
	/** How many decimal places an amount may have. */
	readonly divisibility: number
	/** A decimal string. */
	readonly totalSupply: string
	readonly symbol?: string
	readonly name?: string
	readonly iconUrl?: string
}

/** How a client calls the Gateway; by default a call times out after 5 s, and a safe read is retried twice. */
export type GatewayOptions = { readonly url: string; readonly timeoutMs?: number; readonly retriesMax?: number }

/**
 * The Gateway API of a Radix network, as far as a trade needs it. Every method throws a {@link GatewayError}; safe reads
 * are retried while the Gateway is unavailable, submissions never.
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

	/** The newest state of the ledger. */
	async ledgerState(): Promise<LedgerState> {
		const { ledger_state } = await this.#read(() => this.#api.status.innerClient.gatewayStatus())
		return parseLedgerState(ledger_state)
	}

	/** The network's id and name, and the address of its XRD. */
	async network(): Promise<{ networkId: number; name: string; xrd: string }> {
		const network = await this.#read(() => this.#api.status.innerClient.networkConfiguration())
		return { networkId: network.network_id, name: network.network_name, xrd: network.well_known_addresses.xrd }
	}

	/**
	 * Submits a notarized transaction (hex). That it is accepted does not mean that it will be committed: see
	 * {@link transactionStatus}.
	 * @throws GatewayError `rejected` if it can never be committed
	 */
	async submit(notarizedTransaction: string): Promise<{ duplicate: boolean }> {
		const request = { transactionSubmitRequest: { notarized_transaction_hex: notarizedTransaction } }
		const { duplicate } = await attempt(() => this.#api.transaction.innerClient.transactionSubmit(request))
		return { duplicate }
	}

	/** The status of a transaction (`txid_…`). */
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
	 * The first user transactions, at most 100, that committed with success at a state version or later, in commit order;
	 * `isAll` when no later one exists yet. The Gateway must have reached the state version.
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

	/** How much an account holds of one fungible resource, however many others it holds; 0 if it never held any. */
	async balance(address: string, resource: string): Promise<Balance> {
		const request = { stateEntityFungibleResourceVaultsPageRequest: { address, resource_address: resource } }
		const page = await this.#read(() => this.#api.state.innerClient.entityFungibleResourceVaultPage(request))
		// An account keeps a resource in one vault.
		const amount = page.items[0]?.amount ?? '0'
		return { stateVersion: page.ledger_state.state_version, amount }
	}

	/** All fungible balances of an account, at one state version; empty for an account that was never used. */
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

	/**
	 * Divisibility, supply and metadata of fungible resources, in the order requested.
	 * @throws GatewayError `not_found` for an unknown one, `bad_request` for one that is not fungible
	 */
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
