import type { Amount } from '../amount/amount.ts'
import type { Decimal } from '../amount/decimal.ts'

/** The component on the ledger from which makers mint on credit, and the resource of its customers' badges. */
export type InstamintInfo = { readonly component: string; readonly customerBadgeResource: string }

/** A token that is minted on credit, and what pays it back, on which chains. */
export type MintableToken = {
	/** Its resource address where the service does not trade it. */
	readonly symbol: string
	/** Where its chain has addresses of tokens. */
	readonly address?: string
	/** `Radix`, unless it is a token of another chain. */
	readonly chain: string
	readonly repaymentTokens: readonly RepaymentToken[]
}

/** A token that repays a loan; `testnet` names the network of its chain, if that is a test network. */
export type RepaymentToken = {
	readonly symbol: string
	readonly address?: string
	readonly chain: string
	readonly testnet?: string
}

/** Where a customer sends repayments on a chain. */
export type PaybackAddress = { readonly chain: string; readonly address: string }

/** An account that signs a maker's fills and mints on credit, with the local ids of its badges, such as `#1#`. */
export type InstamintBadges = { readonly address: string; readonly badgeIds: readonly string[] }

/** The same with what it may mint and owes. */
export type InstamintAccount = InstamintBadges & {
	/** For all its loans together, at the component's prices. */
	readonly allowanceXrd: Decimal
	/** What its loans count as of it, each rounded up; absent from a service of a former version. */
	readonly loansXrd?: Decimal
	/** What is not repaid yet, one entry of each token. */
	readonly loans: readonly Amount[]
	readonly paybackAddresses: readonly PaybackAddress[]
}
