import type { InstamintOperator } from '@accord/instamint'
import type { InstamintCustomer, InstamintState } from '@accord/ledger'
import {
	type Amount,
	Decimal,
	type InstamintAccount,
	type InstamintInfo,
	integerLocalId,
	type MintableToken,
	TradeError,
} from '@accord/protocol'
import { accountsOfMaker } from '../accounts/accounts-table.ts'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import type { Market } from '../market/market.ts'
import type { InstamintReads } from './instamint-reads.ts'

// A maker's view of minting on credit, read only from the ledger: a table could disagree with it.

/** All of them throw `instamint_not_offered` if the service has no component configured. */
export type InstamintViews = {
	readonly info: () => Promise<InstamintInfo>
	/** The tokens that can be minted now. */
	readonly tokens: () => Promise<MintableToken[]>
	/**
	 * The maker's accounts that mint on credit, in their order, each with at least one badge.
	 * @throws TradeError `not_an_instamint_customer` if there is none
	 */
	readonly accountsOf: (makerId: string) => Promise<readonly [InstamintAccount, ...InstamintAccount[]]>
}

type Tokens = Pick<Market, 'tokenByAddress'>

type InstamintViewsDeps = {
	readonly db: Pick<DatabaseLanes, 'requests'>
	readonly market: Tokens
	readonly instamint?: Pick<InstamintReads, 'state' | 'recentState'>
	/** Absent if the service has no component configured. */
	readonly paybackAddress: InstamintOperator['paybackAddress'] | undefined
}

export function instamintViews({ db, market, instamint, paybackAddress }: InstamintViewsDeps): InstamintViews {
	const offered = async () => {
		if (instamint === undefined) throw new TradeError('instamint_not_offered')
		return instamint
	}
	const read = async () => (await offered()).state()
	const readForAnyone = async () => (await offered()).recentState()
	return {
		info: async () => {
			const { component, badge } = await readForAnyone()
			return { component, customerBadgeResource: badge }
		},
		tokens: async () => mintableTokens(market, await readForAnyone()),
		accountsOf: async makerId => {
			const [state, addresses] = await Promise.all([read(), accountsOfMaker(db.requests, makerId)])
			const [first, ...others] = addresses.flatMap(address => {
				const customers = state.customers.filter(({ account }) => account === address)
				return customers.length === 0 ? [] : [accountOf({ market, paybackAddress }, { address, customers })]
			})
			if (first !== undefined) return [first, ...others]
			throw new TradeError('not_an_instamint_customer', 'none of your accounts has a customer badge')
		},
	}
}

/** The chain on which the service trades, by Instamint's name. */
const chain = 'Radix'

/** On Radix, each token repays its own loan. */
function mintableTokens(market: Tokens, { tokens }: InstamintState): MintableToken[] {
	const enabled = [...tokens.values()].filter(({ isEnabled }) => isEnabled)
	return enabled.map(({ resource }) => {
		const token = { symbol: symbolOf(market, resource), address: resource, chain }
		return { ...token, repaymentTokens: [token] }
	})
}

/** An account may have several badges. */
type Badged = {
	readonly address: string
	readonly customers: readonly InstamintCustomer[]
}

function accountOf(
	{ market, paybackAddress }: Pick<InstamintViewsDeps, 'market' | 'paybackAddress'>,
	{ address, customers }: Badged,
): InstamintAccount {
	const ids = customers.map(({ id }) => id)
	return {
		address,
		badgeIds: ids.map(integerLocalId),
		allowanceXrd: Decimal.sum(customers.map(({ allowanceXrd }) => allowanceXrd)),
		loansXrd: Decimal.sum(customers.map(({ loanValueXrd }) => loanValueXrd)),
		loans: loansOf(market, customers),
		paybackAddresses: ids.flatMap(id => paybackAddress?.(id) ?? []).map(at => ({ chain, address: at })),
	}
}

function loansOf(market: Tokens, customers: readonly InstamintCustomer[]): Amount[] {
	const loans = Map.groupBy(
		customers.flatMap(customer => [...customer.loans]),
		([resource]) => resource,
	)
	return [...loans].map(([resource, own]) => ({
		symbol: symbolOf(market, resource),
		amount: Decimal.sum(own.map(([, amount]) => amount)),
	}))
}

/** The address of a resource that is not, or no longer, traded. */
function symbolOf(market: Tokens, resource: string): string {
	return market.tokenByAddress(resource)?.symbol ?? resource
}
