import { Decimal } from '@accord/sdk'

/** What an account gained (or, below zero, gave) in a transaction, by resource address. */
export type BalanceChange = { readonly resource: string; readonly change: Decimal }

/** The few things that the page asks the ledger's Gateway for itself. */
export class Gateway {
	readonly #url: string
	readonly #fetch: typeof globalThis.fetch

	constructor(url: string, fetch: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, init)) {
		this.#url = url
		this.#fetch = fetch
	}

	/** What an account holds of each resource; what is not named is nothing. @throws Error when the Gateway does not answer so */
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

	/** What a committed transaction changed for an account. @throws Error when the Gateway does not know it (yet) */
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

	/** Asks the local network's treasury for play money. @throws Error saying why it gave none */
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
		throw new Error(typeof reason === 'string' ? reason : `The Gateway answered ${response.status}`)
	}
}

const timeoutMs = 15_000

function member(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

function list(value: unknown): unknown[] {
	if (!Array.isArray(value)) throw new Error('The Gateway’s answer is not what its API promises')
	return value
}

function text(value: unknown): string {
	if (typeof value !== 'string') throw new Error('The Gateway’s answer is not what its API promises')
	return value
}
