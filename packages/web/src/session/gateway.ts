import { Decimal } from '@accord/protocol'

/** By how much a transaction changed an account's balance of a resource. */
export type BalanceChange = { readonly resource: string; readonly change: Decimal }

/** The few requests that the page makes to the ledger's Gateway. */
export class Gateway {
	readonly #url: string
	readonly #fetch: typeof globalThis.fetch

	constructor(url: string, fetch: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, init)) {
		this.#url = url
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

	/** Requests play money from the local network's treasury. @throws Error with the treasury's reason */
	async fund(address: string, amounts: readonly { symbol: string; amount: string }[]): Promise<void> {
		await this.#post('/local/fund', { address, amounts })
	}

	async #post(path: string, body: unknown): Promise<unknown> {
		const response = await this.#fetch(this.#url + path, {
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
