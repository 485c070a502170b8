import type { InstamintCustomer, InstamintState } from '@accord/ledger'
import type { TradedTokens } from './traded-tokens.ts'

/** A customer's payback account, and a resource that it may hold. */
export type Place = { readonly customer: InstamintCustomer; readonly resource: string }

// With a run every 5 s, this makes at most three Gateway calls a second, however many customers there are.
const owedPerRun = 12
const othersPerRun = 4

/**
 * Which places to read next: those where a loan can be paid back, and a few of all others in turn. Each resource is
 * requested by its address, since anyone can send an account any number of others.
 */
export class PaybackPlaces {
	readonly #market: Pick<TradedTokens, 'tokens'>
	#owedAt = 0
	#otherAt = 0

	constructor(market: Pick<TradedTokens, 'tokens'>) {
		this.#market = market
	}

	next({ customers, tokens }: InstamintState): Place[] {
		const known = new Set([...tokens.keys(), ...this.#market.tokens.map(({ resourceAddress }) => resourceAddress)])
		const all = customers.flatMap(customer => [...known].map(resource => ({ customer, resource })))
		const [owed, others] = [true, false].map(isOwed =>
			all.filter(({ customer, resource }) => customer.loans.has(resource) === isOwed),
		) as [Place[], Place[]]
		const next = [
			...inTurn(owed, { from: this.#owedAt, count: owedPerRun }),
			...inTurn(others, { from: this.#otherAt, count: othersPerRun }),
		]
		this.#owedAt += owedPerRun
		this.#otherAt += othersPerRun
		return next
	}
}

/** This many places from an index on, wrapping around; no place twice. */
function inTurn(all: readonly Place[], { from, count }: { readonly from: number; readonly count: number }): Place[] {
	const at = all.length === 0 ? 0 : from % all.length
	return [...all.slice(at), ...all.slice(0, at)].slice(0, count)
}
