import type { InstamintState, InstamintToken } from '@accord/ledger'
import { type Clock, Decimal, integerLocalId, type MintingCustomer, type ResourceAmount } from '@accord/protocol'
import type { KnownToken } from './maker-terms.ts'

/** How a maker uses Instamint: its customer id, and how much of each token it wants to hold, by symbol. */
export type InstamintTerms = MintingCustomer & { readonly levels: ReadonlyMap<string, Decimal> }

export type CreditOptions = {
	readonly terms: InstamintTerms
	readonly tokens: ReadonlyMap<string, KnownToken>
	readonly clock: Pick<Clock, 'nowMs'>
	/** Reads the component from the ledger. */
	readonly read: () => Promise<InstamintState>
}

/** A maker's credit and loans: it mints the amounts it lacks, and repays from any surplus over its levels. */
export class Credit {
	readonly #options: CreditOptions
	#state: InstamintState | undefined

	constructor(options: CreditOptions) {
		this.#options = options
	}

	async refresh(): Promise<void> {
		this.#state = await this.#options.read()
	}

	/** How much of a token the allowance still covers, less what open fills mint (amounts by symbol). */
	mintable(symbol: string, minting: ReadonlyMap<string, Decimal>): Decimal {
		const [token, customer] = [this.#enabled(symbol), this.#customer()]
		if (token === undefined || customer === undefined || customer.isPaused || this.#state?.isPaused) return Decimal.zero
		const promised = [...minting].map(([each, amount]) =>
			Decimal.mulUp(amount, this.#token(each)?.priceXrd ?? Decimal.zero),
		)
		const left = Decimal.subtract(customer.allowanceXrd, Decimal.sum([customer.loanValueXrd, ...promised]))
		if (!Decimal.isPositive(left)) return Decimal.zero
		return Decimal.roundDown(Decimal.divDown(left, token.priceXrd), token.divisibility)
	}

	/** The holdings of each token, or what minting can raise them to, up to its level. */
	offered(held: ReadonlyMap<string, Decimal>, minting: ReadonlyMap<string, Decimal>): ReadonlyMap<string, Decimal> {
		return new Map(
			[...held].map(([symbol, amount]) => {
				const level = this.#levelOf(symbol)
				if (amount >= level) return [symbol, amount]
				return [symbol, Decimal.min(level, Decimal.add(amount, this.mintable(symbol, minting)))]
			}),
		)
	}

	/** The repayments: for each loan, whatever is free above the token's level. */
	repayments(free: (symbol: string) => Decimal): (ResourceAmount & { readonly symbol: string })[] {
		const loans = this.#customer()?.loans ?? new Map<string, Decimal>()
		return [...this.#options.tokens.values()].flatMap(({ symbol, resourceAddress: resource, divisibility }) => {
			const [loan, beyond] = [loans.get(resource), Decimal.subtract(free(symbol), this.#levelOf(symbol))]
			if (loan === undefined || !Decimal.isPositive(beyond)) return []
			return [{ symbol, resource, amount: Decimal.roundDown(Decimal.min(loan, beyond), divisibility) }]
		})
	}

	#levelOf(symbol: string): Decimal {
		return this.#options.terms.levels.get(symbol) ?? Decimal.zero
	}

	#customer() {
		return this.#state?.customers.find(({ id }) => integerLocalId(id) === this.#options.terms.customerLocalId)
	}

	#token(symbol: string): InstamintToken | undefined {
		return this.#state?.tokens.get(this.#options.tokens.get(symbol)?.resourceAddress ?? '')
	}

	/** The token, if its price is recent enough to mint at. */
	#enabled(symbol: string): InstamintToken | undefined {
		const token = this.#token(symbol)
		const validMs = (this.#state?.priceValidityS ?? 0) * 1000
		if (token === undefined || !token.isEnabled) return undefined
		return token.pricedAtMs + validMs > this.#options.clock.nowMs() ? token : undefined
	}
}
