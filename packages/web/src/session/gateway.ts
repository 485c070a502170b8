import { Decimal } from '@accord/protocol'

/** How much a transaction changed an account's balance of a resource. */
export type BalanceChange = { readonly resource: string; readonly change: Decimal }

/** A balance change of a committed transaction and its account; `kind` says which part of the network's fee it is. */
export type LedgerChange = BalanceChange & { readonly entity: string; readonly kind?: string }

/** The pieces of a non-fungible resource that a transaction took from an entity or gave to it, by local id. */
export type PieceChange = {
	readonly entity: string
	readonly resource: string
	readonly added: readonly string[]
	readonly removed: readonly string[]
}

/** Whether and where a transaction is committed. */
export type CommitStatus = { readonly status: string; readonly stateVersion?: number }

/** A committed transaction from the Gateway, with its bytes (hex) and everything that it moved. */
export type CommittedTransaction = {
	readonly transactionId: string
	readonly status: string
	readonly stateVersion: number
	/** By the ledger's clock. */
	readonly committedAtMs: number
	readonly rawHex: string
	readonly feePaid: Decimal
	readonly changes: readonly LedgerChange[]
	readonly feeChanges: readonly LedgerChange[]
	readonly pieceChanges: readonly PieceChange[]
}

/** What the ledger says of a fungible resource. */
export type LedgerResource = {
	readonly symbol: string | undefined
	readonly iconUrl: string | undefined
	readonly divisibility: number
}

/** The page's few requests to the ledger's Gateway. */
export class Gateway {
	readonly url: string
	readonly #fetch: typeof globalThis.fetch

	constructor(url: string, fetch: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, init)) {
		this.url = url
		this.#fetch = fetch
	}

	/** An account's balance of each resource that it holds. @throws Error when the Gateway fails */
	async balances(account: string): Promise<ReadonlyMap<string, Decimal>> {
		const answer = await this.#post('/state/entity/details', { addresses: [account], aggregation_level: 'Global' })
		const [entity] = list(member(answer, 'items'))
		const balances = new Map<string, Decimal>()
		let resources = member(entity, 'fungible_resources')
		for (;;) {
			for (const item of list(member(resources, 'items')))
				balances.set(text(member(item, 'resource_address')), Decimal.parse(text(member(item, 'amount'))))
			const cursor = member(resources, 'next_cursor')
			if (typeof cursor !== 'string') return balances
			resources = await this.#post('/state/entity/page/fungibles/', { address: account, cursor })
		}
	}

	/** What the ledger says of resources, by address; those that it does not know are absent. @throws Error when the Gateway fails */
	async resources(addresses: readonly string[]): Promise<ReadonlyMap<string, LedgerResource>> {
		const request = { addresses, opt_ins: { explicit_metadata: ['symbol', 'icon_url'] } }
		const items = list(member(await this.#post('/state/entity/details', request), 'items'))
		return new Map(items.map(item => [text(member(item, 'address')), readResource(item)]))
	}

	/** What a committed transaction changed for an account. @throws Error while the Gateway does not know the transaction */
	async balanceChanges(transactionId: string, account: string): Promise<BalanceChange[]> {
		const request = { intent_hash: transactionId, opt_ins: { balance_changes: true } }
		const answer = await this.#post('/transaction/committed-details', request)
		const changes = list(member(member(member(answer, 'transaction'), 'balance_changes'), 'fungible_balance_changes'))
		return changes
			.filter(change => member(change, 'entity_address') === account)
			.map(change => ({
				resource: text(member(change, 'resource_address')),
				change: Decimal.parse(text(member(change, 'balance_change'))),
			}))
	}

	/** Whether a transaction is committed. @throws Error when the Gateway fails */
	async commitStatus(transactionId: string): Promise<CommitStatus> {
		const answer = await this.#post(...commitStatusRequest(transactionId))
		const stateVersion = member(answer, 'committed_state_version')
		return {
			status: text(member(answer, 'intent_status')),
			...(typeof stateVersion === 'number' ? { stateVersion } : {}),
		}
	}

	/** Everything the Gateway knows about a committed transaction. @throws Error if it does not know it, or fails */
	async committedTransaction(transactionId: string): Promise<CommittedTransaction> {
		const transaction = member(await this.#post(...committedRequest(transactionId)), 'transaction')
		const changes = member(transaction, 'balance_changes')
		return {
			transactionId: text(member(transaction, 'intent_hash')),
			status: text(member(transaction, 'transaction_status')),
			stateVersion: Number(member(transaction, 'state_version')),
			committedAtMs: time(member(transaction, 'round_timestamp')),
			rawHex: text(member(transaction, 'raw_hex')),
			feePaid: Decimal.parse(text(member(transaction, 'fee_paid'))),
			changes: list(member(changes, 'fungible_balance_changes')).map(readChange),
			feeChanges: list(member(changes, 'fungible_fee_balance_changes')).map(readChange),
			pieceChanges: list(member(changes, 'non_fungible_balance_changes')).map(readPieceChange),
		}
	}

	/** Requests play money from the local network's treasury. @throws Error with the treasury's reason */
	async fund(address: string, amounts: readonly { symbol: string; amount: string }[]): Promise<void> {
		await this.#post('/local/fund', { address, amounts })
	}

	async #post(path: string, body: unknown): Promise<unknown> {
		const response = await this.#fetch(this.url + path, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
			signal: AbortSignal.timeout(timeoutMs),
		})
		const answer: unknown = await response.json().catch(() => undefined)
		if (response.ok) return answer
		const reason = member(answer, 'message')
		throw new Error(typeof reason === 'string' ? reason : `The Gateway returned ${response.status}`)
	}
}

const timeoutMs = 15_000

/** A request to the Gateway, which is always a POST. */
export type GatewayRequest = readonly [path: string, body: unknown]

/** The request whether a transaction is committed. */
export function commitStatusRequest(transactionId: string): GatewayRequest {
	return ['/transaction/status', { intent_hash: transactionId }]
}

/** The request for a committed transaction with its bytes and balance changes. */
export function committedRequest(transactionId: string): GatewayRequest {
	const optIns = { raw_hex: true, balance_changes: true }
	return ['/transaction/committed-details', { intent_hash: transactionId, opt_ins: optIns }]
}

function readChange(change: unknown): LedgerChange {
	const kind = member(change, 'type')
	return {
		entity: text(member(change, 'entity_address')),
		resource: text(member(change, 'resource_address')),
		change: Decimal.parse(text(member(change, 'balance_change'))),
		...(typeof kind === 'string' ? { kind } : {}),
	}
}

function readResource(item: unknown): LedgerResource {
	const entries = list(member(member(item, 'metadata'), 'items'))
	const metadata = (key: string) => {
		const entry = entries.find(entry => member(entry, 'key') === key)
		const value = member(member(member(entry, 'value'), 'typed'), 'value')
		return typeof value === 'string' ? value : undefined
	}
	return {
		symbol: metadata('symbol'),
		iconUrl: metadata('icon_url'),
		divisibility: Number(member(member(item, 'details'), 'divisibility')),
	}
}

function readPieceChange(change: unknown): PieceChange {
	return {
		entity: text(member(change, 'entity_address')),
		resource: text(member(change, 'resource_address')),
		added: list(member(change, 'added')).map(text),
		removed: list(member(change, 'removed')).map(text),
	}
}

function member(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

function list(value: unknown): unknown[] {
	if (!Array.isArray(value)) throw new Error('The Gateway returned an unexpected response')
	return value
}

function text(value: unknown): string {
	if (typeof value !== 'string') throw new Error('The Gateway returned an unexpected response')
	return value
}

/** ISO 8601, in milliseconds since 1970. */
function time(value: unknown): number {
	const atMs = Date.parse(text(value))
	if (Number.isNaN(atMs)) throw new Error('The Gateway returned an unexpected response')
	return atMs
}
