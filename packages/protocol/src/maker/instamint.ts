import * as z from '#schema'
import { addressWire, decimal, hexWire, symbolOrAddress } from '../fields.ts'
import { Field, list, message, named, type ValueOf } from '../message.ts'
import { decodeLocalId, encodeLocalId } from './local-id.ts'

// Minting on credit, as makers see it. Every scalar is a string on the wire.

const chain = z.string().min(1).describe('`Radix`, or the name of another chain.')

/** The component on the ledger from which makers mint on credit, and the resource of its customers' badges. */
export type InstamintInfo = ValueOf<typeof InstamintInfo>
/** GET /instamint/info. */
export const InstamintInfo = message({
	component: named('instamint_component', addressWire),
	customerBadgeResource: addressWire,
})

/** A token that repays a loan. */
export type RepaymentToken = ValueOf<typeof repaymentToken>
const repaymentToken = message({
	symbol: symbolOrAddress,
	address: z.string().optional(),
	chain,
	testnet: z.string().optional().describe('The network of the chain, if that is a test network.'),
})

/** A token that is minted on credit, and the tokens that repay it, by chain. */
export type MintableToken = ValueOf<typeof mintableToken>
const mintableToken = message({
	symbol: symbolOrAddress,
	address: z.string().optional().describe('Its resource address.'),
	chain,
	repaymentTokens: list(repaymentToken).describe('What pays it back.'),
})

/** GET /instamint/tokens: the tokens that can be minted on credit. */
export const MintableTokens = message({ tokens: list(mintableToken) }).as<readonly MintableToken[]>({
	parse: ({ tokens }) => tokens,
	format: tokens => ({ tokens }),
})

/** A local id such as `#1#`. Reading anything other than the SBOR of one throws an Error. */
const localId = new Field({ schema: hexWire.transform(decodeLocalId), show: () => hexWire, format: encodeLocalId })

const badges = {
	address: addressWire,
	badgeIds: named(
		'customer_badge_non_fungible_local_ids',
		list(localId).describe('Each is the Scrypto SBOR of a local id, in hex: 5cc0010000000000000001 is #1#.'),
	),
}

/** An account that signs a maker's fills and mints on credit, with the local ids of its badges, such as `#1#`. */
export type InstamintBadges = ValueOf<typeof instamintBadges>
const instamintBadges = message(badges)
/** GET /instamint/account: the account that signs the caller's fills, with its badges. */
export const InstamintBadges = message({ account: instamintBadges }).as<InstamintBadges>({
	parse: ({ account }) => account,
	format: account => ({ account }),
})

const allowance = decimal.describe('In XRD, for all loans of the account together, at the component’s prices.')
const loan = message({ symbol: symbolOrAddress, amount: decimal })

/** Where a customer sends repayments on a chain. */
export type PaybackAddress = ValueOf<typeof paybackAddress>
const paybackAddress = message({ chain, address: z.string() })

/** An account with its badges, the amounts it may mint and the amounts it owes. */
export type InstamintAccount = ValueOf<typeof instamintAccount>
const instamintAccount = message({
	...badges,
	allowanceXrd: named('instamint_allowance', allowance),
	/** Absent in answers of older versions of the service. */
	loansXrd: decimal
		.optional()
		.describe('What the loans count as of the allowance, in XRD: each at the component’s price, rounded up.'),
	/** Outstanding loans, one entry for each token. */
	loans: named('unreconciled_loans', list(loan)),
	paybackAddresses: list(paybackAddress),
})

/** GET /instamint/accounts: all of the caller's accounts that have a badge. */
export const InstamintAccounts = message({ accounts: list(instamintAccount) }).as<readonly InstamintAccount[]>({
	parse: ({ accounts }) => accounts,
	format: accounts => ({ accounts }),
})

/** GET /instamint/account/allowance: in XRD. */
export const InstamintAllowance = message({ allowance }).as({
	parse: ({ allowance }) => allowance,
	format: allowance => ({ allowance }),
})

/** GET /instamint/account/balance: the loans that are not repaid yet. */
export const InstamintBalance = message({ balances: list(loan) }).as<readonly ValueOf<typeof loan>[]>({
	parse: ({ balances }) => balances,
	format: balances => ({ balances }),
})

/** GET /instamint/account/payback-addresses. */
export const PaybackAddresses = message({ paybackAddresses: list(paybackAddress) }).as<readonly PaybackAddress[]>({
	parse: ({ paybackAddresses }) => paybackAddresses,
	format: paybackAddresses => ({ paybackAddresses }),
})
