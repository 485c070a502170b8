import * as z from 'zod'
import { Amount } from '../amount/amount.ts'
import { Decimal } from '../amount/decimal.ts'
import { addressWire, decimalWire, hexWire } from '../fields.ts'
import type {
	InstamintAccount,
	InstamintBadges,
	InstamintInfo,
	MintableToken,
	PaybackAddress,
	RepaymentToken,
} from '../maker/instamint.ts'
import { decodeLocalId, encodeLocalId } from '../maker/local-id.ts'
import { omitUndefined } from '../omit-undefined.ts'

// Minting on credit, as makers see it. Every scalar is a string.

/** Tokens that are not traded have no symbol here. */
const namedWire = z.string().regex(/^[^\s/]{1,128}$/, 'a token symbol or a resource address')
const chainWire = z.string().min(1).describe('`Radix`, or the name of another chain.')
const badgeIdsWire = z
	.array(hexWire)
	.describe('Each is the Scrypto SBOR of a local id, in hex: 5cc0010000000000000001 is #1#.')
const allowanceWire = decimalWire.describe('In XRD, for all loans of the account together, at the component’s prices.')
const loansWire = z.array(z.object({ symbol: namedWire, amount: decimalWire }))

/** GET /instamint/info. */
export const instamintInfoWire = z.object({ instamint_component: addressWire, customer_badge_resource: addressWire })
export type InstamintInfoWire = z.infer<typeof instamintInfoWire>

/** Reads the answer of GET /instamint/info. */
export function parseInstamintInfo(wire: InstamintInfoWire): InstamintInfo {
	return { component: wire.instamint_component, customerBadgeResource: wire.customer_badge_resource }
}

/** The answer of GET /instamint/info. */
export function formatInstamintInfo({ component, customerBadgeResource }: InstamintInfo): InstamintInfoWire {
	return { instamint_component: component, customer_badge_resource: customerBadgeResource }
}

const repaymentTokenWire = z.object({
	symbol: namedWire,
	address: z.string().optional(),
	chain: chainWire,
	testnet: z.string().optional().describe('The network of the chain, if that is a test network.'),
})

const mintableTokenWire = z.object({
	symbol: namedWire,
	address: z.string().optional().describe('Its resource address.'),
	chain: chainWire,
	repayment_tokens: z.array(repaymentTokenWire).describe('What pays it back.'),
})

/** GET /instamint/tokens: those that can be minted on credit. */
export const mintableTokensWire = z.object({ tokens: z.array(mintableTokenWire) })
export type MintableTokensWire = z.infer<typeof mintableTokensWire>

/** Reads the answer of GET /instamint/tokens. */
export function parseMintableTokens({ tokens }: MintableTokensWire): MintableToken[] {
	return tokens.map(({ repayment_tokens, ...token }) =>
		omitUndefined({ ...token, repaymentTokens: repayment_tokens.map(copyToken) }),
	)
}

/** The answer of GET /instamint/tokens. */
export function formatMintableTokens(tokens: readonly MintableToken[]): MintableTokensWire {
	return {
		tokens: tokens.map(({ repaymentTokens, ...token }) =>
			omitUndefined({ ...token, repayment_tokens: repaymentTokens.map(copyToken) }),
		),
	}
}

/** It is the same on the wire. */
function copyToken(token: z.infer<typeof repaymentTokenWire>): RepaymentToken {
	return omitUndefined({ ...token })
}

const badgesWire = z.object({ address: addressWire, customer_badge_non_fungible_local_ids: badgeIdsWire })

/** GET /instamint/account: the account that signs the caller's fills, with its badges. */
export const instamintAccountWire = z.object({ account: badgesWire })
export type InstamintAccountWire = z.infer<typeof instamintAccountWire>

/** Reads the answer of GET /instamint/account. @throws Error if an id is not the SBOR of a local id */
export function parseInstamintAccount({ account }: InstamintAccountWire): InstamintBadges {
	return parseBadges(account)
}

/** The answer of GET /instamint/account. */
export function formatInstamintAccount(account: InstamintBadges): InstamintAccountWire {
	return { account: formatBadges(account) }
}

function parseBadges({ address, customer_badge_non_fungible_local_ids: ids }: z.infer<typeof badgesWire>) {
	return { address, badgeIds: ids.map(decodeLocalId) }
}

function formatBadges({ address, badgeIds }: InstamintBadges): z.infer<typeof badgesWire> {
	return { address, customer_badge_non_fungible_local_ids: badgeIds.map(encodeLocalId) }
}

const paybackAddressWire = z.object({ chain: chainWire, address: z.string() })

/** GET /instamint/accounts: all of the caller's accounts that have a badge. */
export const instamintAccountsWire = z.object({
	accounts: z.array(
		badgesWire.extend({
			instamint_allowance: allowanceWire,
			loans_xrd: decimalWire
				.optional()
				.describe('What the loans count as of the allowance, in XRD: each at the component’s price, rounded up.'),
			unreconciled_loans: loansWire,
			payback_addresses: z.array(paybackAddressWire),
		}),
	),
})
export type InstamintAccountsWire = z.infer<typeof instamintAccountsWire>

/** Reads the answer of GET /instamint/accounts. @throws TradeError `invalid_decimal`; Error if an id is no local id's SBOR */
export function parseInstamintAccounts({ accounts }: InstamintAccountsWire): InstamintAccount[] {
	return accounts.map(account =>
		omitUndefined({
			...parseBadges(account),
			allowanceXrd: Decimal.parse(account.instamint_allowance),
			loansXrd: account.loans_xrd === undefined ? undefined : Decimal.parse(account.loans_xrd),
			loans: account.unreconciled_loans.map(one => Amount.parse(one)),
			paybackAddresses: account.payback_addresses,
		}),
	)
}

/** The answer of GET /instamint/accounts. */
export function formatInstamintAccounts(accounts: readonly InstamintAccount[]): InstamintAccountsWire {
	return {
		accounts: accounts.map(account =>
			omitUndefined({
				...formatBadges(account),
				instamint_allowance: Decimal.format(account.allowanceXrd),
				loans_xrd: account.loansXrd === undefined ? undefined : Decimal.format(account.loansXrd),
				unreconciled_loans: account.loans.map(one => Amount.format(one)),
				payback_addresses: account.paybackAddresses.map(({ chain, address }) => ({ chain, address })),
			}),
		),
	}
}

/** GET /instamint/account/allowance. */
export const instamintAllowanceWire = z.object({ allowance: allowanceWire })
export type InstamintAllowanceWire = z.infer<typeof instamintAllowanceWire>

/** Reads the answer of GET /instamint/account/allowance: XRD. @throws TradeError `invalid_decimal` */
export function parseInstamintAllowance({ allowance }: InstamintAllowanceWire): Decimal {
	return Decimal.parse(allowance)
}

/** The answer of GET /instamint/account/allowance. */
export function formatInstamintAllowance(allowanceXrd: Decimal): InstamintAllowanceWire {
	return { allowance: Decimal.format(allowanceXrd) }
}

/** GET /instamint/account/balance: the loans that are not repaid yet. */
export const instamintBalanceWire = z.object({ balances: loansWire })
export type InstamintBalanceWire = z.infer<typeof instamintBalanceWire>

/** Reads the answer of GET /instamint/account/balance. @throws TradeError `invalid_decimal` */
export function parseInstamintBalance({ balances }: InstamintBalanceWire): Amount[] {
	return balances.map(one => Amount.parse(one))
}

/** The answer of GET /instamint/account/balance. */
export function formatInstamintBalance(loans: readonly Amount[]): InstamintBalanceWire {
	return { balances: loans.map(one => Amount.format(one)) }
}

/** GET /instamint/account/payback-addresses. */
export const paybackAddressesWire = z.object({ payback_addresses: z.array(paybackAddressWire) })
export type PaybackAddressesWire = z.infer<typeof paybackAddressesWire>

/** Reads the answer of GET /instamint/account/payback-addresses. */
export function parsePaybackAddresses({ payback_addresses: addresses }: PaybackAddressesWire): PaybackAddress[] {
	return addresses.map(({ chain, address }) => ({ chain, address }))
}

/** The answer of GET /instamint/account/payback-addresses. */
export function formatPaybackAddresses(addresses: readonly PaybackAddress[]): PaybackAddressesWire {
	return { payback_addresses: addresses.map(({ chain, address }) => ({ chain, address })) }
}
