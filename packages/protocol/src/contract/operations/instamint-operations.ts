import {
	InstamintAccounts,
	InstamintAllowance,
	InstamintBadges,
	InstamintBalance,
	InstamintInfo,
	MintableTokens,
	PaybackAddresses,
} from '../../maker/instamint.ts'
import { encodeLocalId } from '../../maker/local-id.ts'
import { exampleMakerAccount } from '../examples/market.ts'
import { answered, type OperationTable, withIds } from '../operation.ts'

const specification = 'Endpoints, Trade API'
const ofEvery = ['instamint_not_offered', 'ledger_unavailable'] as const
const ofCustomers = [...ofEvery, 'not_an_instamint_customer'] as const

const account = { address: exampleMakerAccount, customer_badge_non_fungible_local_ids: [encodeLocalId('#1#')] }
const loans = [{ symbol: 'xUSDC', amount: '1250.5' }]
const paybackAddresses = [
	{ chain: 'Radix', address: 'account_sim129s0np5uzsyv8qelmndrmp3pqhsx9x666ptpvk00tgvvjgfeuyt06z' },
]
const xusdc = 'resource_sim1thrfycmzxm5ks2yndq90md39usqsnzg7w8769vddwx6h3exuvkld35'

/** Minting on credit, for makers. */
export const instamintOperations = withIds({
	getInstamintInfo: {
		method: 'get',
		path: '/instamint/info',
		tag: 'Instamint',
		summary: 'The component from which makers mint on credit',
		specification,
		auth: 'none',
		answers: answered('Its address, and the resource of its customers’ badges.', InstamintInfo, {
			instamint_component: 'component_sim1cqrswpc8qurswpc8qurswpc8qurswpc8qurswpc8qurswpc8vappw7',
			customer_badge_resource: 'resource_sim1ngktvyeenvvqetnqwysevcx5fyvl6hqe36y3rkhdfdn6uzvt5366ha',
		}),
		errors: ofEvery,
	},
	getInstamintTokens: {
		method: 'get',
		path: '/instamint/tokens',
		tag: 'Instamint',
		summary: 'The tokens that can be minted on credit, and what pays them back',
		auth: 'none',
		answers: answered('On Radix a token is paid back with itself.', MintableTokens, {
			tokens: [
				{
					symbol: 'xUSDC',
					address: xusdc,
					chain: 'Radix',
					repayment_tokens: [{ symbol: 'xUSDC', address: xusdc, chain: 'Radix' }],
				},
			],
		}),
		errors: ofEvery,
	},
	getInstamintAccount: {
		method: 'get',
		path: '/instamint/account',
		tag: 'Instamint',
		summary: 'The caller’s account that mints on credit, with its customer badges',
		description:
			'The first of the caller’s accounts that has a badge, in the order of GET /trade/accounts. It signs the fills that mint. So for all of /instamint/account/….',
		auth: 'key',
		answers: answered('At least one badge.', InstamintBadges, { account }),
		errors: ofCustomers,
	},
	getInstamintAccounts: {
		method: 'get',
		path: '/instamint/accounts',
		tag: 'Instamint',
		summary: 'All accounts of the caller that mint on credit',
		description:
			'With their badges, allowances and loans, at one state of the ledger. An account with several badges has the sum of their allowances and loans.',
		specification: 'Endpoints, Trade API; Authentication',
		auth: 'key',
		answers: answered('At least one account, each with at least one badge.', InstamintAccounts, {
			accounts: [
				{
					...account,
					instamint_allowance: '1000000',
					loans_xrd: '25010',
					unreconciled_loans: loans,
					payback_addresses: paybackAddresses,
				},
			],
		}),
		errors: ofCustomers,
	},
	getInstamintAllowance: {
		method: 'get',
		path: '/instamint/account/allowance',
		tag: 'Instamint',
		summary: 'What the account may owe',
		description: 'What is lent counts towards it: each loan at the component’s price, rounded up.',
		auth: 'key',
		answers: answered('In XRD, for all loans together.', InstamintAllowance, { allowance: '1000000' }),
		errors: ofCustomers,
	},
	getInstamintBalance: {
		method: 'get',
		path: '/instamint/account/balance',
		tag: 'Instamint',
		summary: 'What the account owes',
		auth: 'key',
		answers: answered('Outstanding loans, one entry of each token.', InstamintBalance, { balances: loans }),
		errors: ofCustomers,
	},
	getPaybackAddresses: {
		method: 'get',
		path: '/instamint/account/payback-addresses',
		tag: 'Instamint',
		summary: 'Where the account pays its loans back',
		description:
			'On Radix, any amount of a token that can be minted on credit; what is more than the loan is sent on to the account.',
		auth: 'key',
		answers: answered('One address for each badge.', PaybackAddresses, { payback_addresses: paybackAddresses }),
		errors: ofCustomers,
	},
} satisfies OperationTable)
