import {
	type CommittedTransactionInfo,
	GatewayApiClient,
	type PreviewFlags,
	ResponseError,
} from '@radixdlt/babylon-gateway-api-sdk'
import { readAmount, readCount, readText, readTime } from './gateway-answer.ts'
import { GatewayError, type GatewayErrorKind } from './gateway-error.ts'
import { gatewayFetch } from './gateway-http.ts'
import type {
	Balance,
	Balances,
	CommittedPage,
	DepositsPage,
	LedgerState,
	SubintentStatus,
	TokenInfo,
	TransactionStatus,
} from './gateway-types.ts'
import {
	parseCommittedTransaction,
	parseDeposits,
	parseFungibles,
	parseLedgerState,
	parsePackage,
	parseSubintentStatus,
	parseTokenInfo,
} from './parse-answers.ts'
import { type PreviewReceipt, parsePreviewReceipt } from './preview-receipt.ts'

export type { PreviewFlags } from '@radixdlt/babylon-gateway-api-sdk'

/** How a client calls the Gateway. By default a call times out after 5 s, and a safe read is retried twice. */
export type GatewayOptions = { readonly url: string; readonly timeoutMs?: number; readonly retriesMax?: number }

const retriesWithinMs = 1_000
/** One page holds 100 balances. */
const pagesMax = 1_000

/**
 * The Gateway API of a Radix network, limited to what a trade needs. Every method throws a {@link GatewayError}. Safe
 * reads are retried while the Gateway is unavailable, submissions never. Time-outs and answers of 429 are not retried,
 * since an overloaded Gateway must not get more requests.
 */
export class GatewayClient {
	readonly #api: GatewayApiClient
	readonly #retriesMax: number

	constructor({ url, timeoutMs = 5_000, retriesMax = 2 }: GatewayOptions) {
		this.#retriesMax = retriesMax
		this.#api = GatewayApiClient.initialize({
			basePath: url.replace(/\/+$/, ''),
			applicationName: 'accord',
			fetchApi: gatewayFetch(url, { timeoutMs }),
		})
	}

	/** The newest state of the ledger. */
	async ledgerState(): Promise<LedgerState> {
		const request = () => this.#api.status.innerClient.gatewayStatus()
		return this.#read(request, ({ ledger_state }) => parseLedgerState(ledger_state))
	}

	/** The network's id and name, and the address of its XRD. */
	async network(): Promise<{ networkId: number; name: string; xrd: string }> {
		const request = () => this.#api.status.innerClient.networkConfiguration()
		return this.#read(request, network => ({
			networkId: readCount(network.network_id, 'network_id'),
			name: readText(network.network_name, 'network_name'),
			xrd: readText(network.well_known_addresses.xrd, 'well_known_addresses.xrd'),
		}))
	}

	/**
	 * Submits a notarized transaction (hex). Acceptance does not mean that it will be committed: see {@link
	 * transactionStatus}.
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
		const call = () => this.#api.transaction.innerClient.transactionStatus(request)
		return this.#read(call, answer => ({
			status: answer.status,
			intentStatus: answer.intent_status,
			...(answer.error_message == null ? {} : { errorMessage: answer.error_message }),
			...(answer.committed_state_version == null ? {} : { stateVersion: answer.committed_state_version }),
		}))
	}

	/**
	 * Whether a subintent (`subtxid_…`) is committed. `Unknown` never means failed: it may be committed later, until the
	 * ledger's clock has passed its expiry.
	 */
	async subintentStatus(subintentId: string): Promise<SubintentStatus> {
		const request = { transactionSubintentStatusRequest: { subintent_hash: subintentId } }
		return this.#read(() => this.#api.transaction.innerClient.transactionSubintentStatus(request), parseSubintentStatus)
	}

	/**
	 * The first user transactions, at most 100, that committed successfully at a state version or later, in commit order.
	 * The Gateway must have reached the state version.
	 */
	async transactionsFrom(stateVersion: number): Promise<CommittedPage> {
		const streamTransactionsRequest = {
			from_ledger_state: { state_version: stateVersion },
			limit_per_page: 100,
			kind_filter: 'User' as const,
			transaction_status_filter: 'Success' as const,
			order: 'Asc' as const,
		}
		const request = { streamTransactionsRequest }
		const call = () => this.#api.stream.innerClient.streamTransactions(request)
		return this.#read(call, ({ items, next_cursor, ledger_state }) => ({
			transactions: items.map(parseCommittedTransaction),
			isAll: next_cursor == null,
			ledger: parseLedgerState(ledger_state),
		}))
	}

	/** An account's deposits, newest first, without validator emissions and fee rewards. */
	async depositsOn(account: string, cursor?: string): Promise<DepositsPage> {
		const streamTransactionsRequest = {
			limit_per_page: 100,
			kind_filter: 'User' as const,
			transaction_status_filter: 'Success' as const,
			order: 'Desc' as const,
			affected_global_entities_filter: [account],
			opt_ins: { balance_changes: true },
			...(cursor === undefined ? {} : { cursor }),
		}
		const request = { streamTransactionsRequest }
		const call = () => this.#api.stream.innerClient.streamTransactions(request)
		return this.#read(call, ({ items, next_cursor: next }) => ({
			deposits: items.flatMap(item => parseDeposits(item, account)),
			reachedMs: items.reduce(
				(least, { round_timestamp: at }) => Math.min(least, readTime(at, 'round_timestamp')),
				Infinity,
			),
			...(next == null ? {} : { next: readText(next, 'next_cursor') }),
		}))
	}

	/** Runs a compiled preview (hex) without committing anything. */
	async preview(preview: string, flags: PreviewFlags): Promise<PreviewReceipt & { stateVersion: number }> {
		const transactionPreviewV2Request = {
			preview_transaction: { type: 'Compiled' as const, preview_transaction_hex: preview },
			flags,
			opt_ins: { core_api_receipt: true },
		}
		const request = { transactionPreviewV2Request }
		const call = () => this.#api.transaction.innerClient.transactionPreviewV2(request)
		return this.#read(call, ({ receipt, at_ledger_state_version: stateVersion }) => ({
			...parsePreviewReceipt(receipt),
			stateVersion: readCount(stateVersion, 'at_ledger_state_version'),
		}))
	}

	/**
	 * How much an account holds of one fungible resource, however many others it holds; 0 if it never held any, or is not
	 * on the ledger.
	 */
	balance(address: string, resource: string): Promise<Balance> {
		return this.#ofAccount(
			() => this.#balance(address, resource),
			stateVersion => ({ stateVersion, amount: '0' }),
		)
	}

	/** All fungible balances of an account at one state version; empty if it was never used or is not on the ledger. */
	balances(address: string): Promise<Balances> {
		return this.#ofAccount(
			() => this.#balances(address),
			stateVersion => ({ stateVersion, amounts: new Map() }),
		)
	}

	/** A not-found answer only counts at a state version that the Gateway has reached, so that is requested first. */
	async #ofAccount<T>(read: () => Promise<T>, absentAt: (stateVersion: number) => T): Promise<T> {
		try {
			return await read()
		} catch (error) {
			if (!isNotFound(error)) throw error
		}
		const { stateVersion } = await this.ledgerState()
		try {
			return await read()
		} catch (error) {
			if (!isNotFound(error)) throw error
			return absentAt(stateVersion)
		}
	}

	async #balance(address: string, resource: string): Promise<Balance> {
		const request = { stateEntityFungibleResourceVaultsPageRequest: { address, resource_address: resource } }
		const call = () => this.#api.state.innerClient.entityFungibleResourceVaultPage(request)
		return this.#read(call, ({ items, ledger_state }) => ({
			stateVersion: readCount(ledger_state.state_version, 'state_version'),
			// An account keeps a resource in one vault.
			amount: readAmount(items[0]?.amount ?? '0', 'amount'),
		}))
	}

	async #balances(address: string): Promise<Balances> {
		const first = await this.#fungiblesPage(address, {})
		const { stateVersion } = first
		const amounts = new Map(first.amounts)
		let { cursor } = first
		for (let pages = 1; cursor !== undefined; pages++) {
			if (pages === pagesMax) throw new GatewayError('unavailable', 'the Gateway’s list of balances does not end')
			const page = await this.#fungiblesPage(address, { cursor, at_ledger_state: { state_version: stateVersion } })
			for (const [resource, amount] of page.amounts) amounts.set(resource, amount)
			cursor = page.cursor
		}
		return { stateVersion, amounts }
	}

	/**
	 * Divisibility, supply and metadata of fungible resources, in the order requested.
	 * @throws GatewayError `not_found` for an unknown resource, `bad_request` for one that is not fungible
	 */
	async tokenInfo(resources: readonly string[]): Promise<TokenInfo[]> {
		const tokens: TokenInfo[] = []
		for (let at = 0; at < resources.length; at += 20) {
			const request = { stateEntityDetailsRequest: { addresses: resources.slice(at, at + 20) } }
			const call = () => this.#api.state.innerClient.stateEntityDetails(request)
			tokens.push(...(await this.#read(call, ({ items }) => items.map(parseTokenInfo))))
		}
		return tokens
	}

	/**
	 * The packages of these components, at most 20; what is not a component is left out.
	 * @throws GatewayError `not_found` if one of them is not on the ledger
	 */
	async packagesOf(components: readonly string[]): Promise<ReadonlyMap<string, string>> {
		if (components.length === 0) return new Map()
		const request = { stateEntityDetailsRequest: { addresses: [...components] } }
		const call = () => this.#api.state.innerClient.stateEntityDetails(request)
		return this.#read(call, ({ items }) => new Map(items.flatMap(parsePackage)))
	}

	/** A committed transaction with its bytes, fees and balance changes, in the Gateway's own shape. */
	async committedDetails(transactionId: string): Promise<CommittedTransactionInfo> {
		const transactionCommittedDetailsRequest = {
			intent_hash: transactionId,
			opt_ins: { raw_hex: true, receipt_fee_summary: true, receipt_output: true, balance_changes: true },
		}
		const request = { transactionCommittedDetailsRequest }
		const call = () => this.#api.transaction.innerClient.transactionCommittedDetails(request)
		return this.#read(call, ({ transaction }) => transaction)
	}

	/** The global entities that a committed transaction created or changed. */
	async entitiesOf(transactionId: string): Promise<readonly string[]> {
		const transactionCommittedDetailsRequest = {
			intent_hash: transactionId,
			opt_ins: { affected_global_entities: true },
		}
		const request = { transactionCommittedDetailsRequest }
		const call = () => this.#api.transaction.innerClient.transactionCommittedDetails(request)
		return this.#read(call, ({ transaction }) =>
			(transaction.affected_global_entities ?? []).map(address => readText(address, 'affected_global_entities')),
		)
	}

	/** The package of the network's accounts. */
	async accountPackage(): Promise<string> {
		const request = () => this.#api.status.innerClient.networkConfiguration()
		return this.#read(request, ({ well_known_addresses: known }) =>
			readText(known.account_package, 'well_known_addresses.account_package'),
		)
	}

	#fungiblesPage(address: string, page: { cursor?: string; at_ledger_state?: { state_version: number } }) {
		const request = { stateEntityFungiblesPageRequest: { address, ...page } }
		return this.#read(() => this.#api.state.innerClient.entityFungiblesPage(request), parseFungibles)
	}

	/** A call that failed slowly is not repeated, so that no call takes much longer than its time-out. */
	async #read<Answer, T>(call: () => Promise<Answer>, parse: (answer: Answer) => T): Promise<T> {
		const untilMs = performance.now() + retriesWithinMs
		for (let tries = 0; ; tries++) {
			try {
				return await attempt(async () => parse(await call()))
			} catch (error) {
				if (!(error instanceof GatewayError) || !error.mayBeRetriedAtOnce) throw error
				if (tries >= this.#retriesMax || performance.now() > untilMs) throw error
				await new Promise(resolve => setTimeout(resolve, 50 * 4 ** tries))
			}
		}
	}
}

async function attempt<T>(call: () => Promise<T>): Promise<T> {
	try {
		return await call()
	} catch (cause) {
		if (cause instanceof GatewayError) throw cause
		if (!(cause instanceof ResponseError)) {
			throw new GatewayError('unavailable', 'the Gateway’s answer cannot be read', { cause })
		}
		const { status, errorResponse, fetchResponse } = cause
		const message = errorResponse?.message ?? `the Gateway answered ${status}`
		const retryAfter = fetchResponse.headers.get('retry-after') ?? undefined
		throw new GatewayError(kindOf(status, errorResponse?.details?.type), message, { status, retryAfter, cause })
	}
}

function isNotFound(error: unknown): boolean {
	return error instanceof GatewayError && error.kind === 'not_found'
}

function kindOf(status: number, type: string | undefined): GatewayErrorKind {
	if (type === 'InvalidTransactionError') return 'rejected'
	if (status === 404) return 'not_found'
	return status >= 500 || status === 429 || status === 408 ? 'unavailable' : 'bad_request'
}
