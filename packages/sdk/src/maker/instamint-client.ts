import {
	type Amount,
	type Decimal,
	type InstamintAccount,
	InstamintAccounts,
	InstamintAllowance,
	InstamintBadges,
	InstamintBalance,
	InstamintInfo,
	type MintableToken,
	MintableTokens,
	type PaybackAddress,
	PaybackAddresses,
} from '@accord/protocol'
import { TradeApi, type TradeApiOptions } from '../transport/trade-api.ts'

/**
 * Gives a maker what it needs to mint its fills' tokens on credit and to pay them back, with the maker's key. For Node,
 * and for pages that the service itself serves: it refuses other origins, except for `info` and `tokens`, which take no
 * key. All answers are read from the ledger. Every call throws a TradeError: `instamint_not_offered` if the service has
 * no such component, `not_an_instamint_customer` if none of the maker's accounts has a badge.
 */
export class InstamintClient {
	readonly #api: TradeApi

	constructor(options: TradeApiOptions) {
		this.#api = new TradeApi(options)
	}

	/** The component, and the resource of its customers' badges. */
	info(): Promise<InstamintInfo> {
		return this.#api.get('/instamint/info', InstamintInfo)
	}

	/** The tokens that can be minted on credit, and which tokens repay each of them on which chain. */
	tokens(): Promise<readonly MintableToken[]> {
		return this.#api.get('/instamint/tokens', MintableTokens)
	}

	/** All accounts of the maker that mint on credit, with badges, allowance in XRD, loans and payback addresses. */
	accounts(): Promise<readonly InstamintAccount[]> {
		return this.#api.get('/instamint/accounts', InstamintAccounts)
	}

	/** The first of those accounts: the one that signs the fills that mint, with its badges. */
	account(): Promise<InstamintBadges> {
		return this.#api.get('/instamint/account', InstamintBadges)
	}

	/** The most that this account may owe, in XRD: each loan counts at the component's price, rounded up. */
	allowance(): Promise<Decimal> {
		return this.#api.get('/instamint/account/allowance', InstamintAllowance)
	}

	/** This account's loans, one entry per token. */
	loans(): Promise<readonly Amount[]> {
		return this.#api.get('/instamint/account/balance', InstamintBalance)
	}

	/** Where this account repays its loans on each chain. */
	paybackAddresses(): Promise<readonly PaybackAddress[]> {
		return this.#api.get('/instamint/account/payback-addresses', PaybackAddresses)
	}
}
