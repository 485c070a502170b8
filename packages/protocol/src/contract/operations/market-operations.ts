import * as z from '#schema'
import { RegisteredAccounts } from '../../amount/amount.ts'
import { TokenPairs } from '../../amount/pair.ts'
import { Tokens } from '../../amount/token.ts'
import { accountLevelWire, FeeInfo } from '../../fee/fee-info.ts'
import { addressWire } from '../../fields.ts'
import { NetworkStatus } from '../../service/service-info.ts'
import { exampleAccount, exampleMakerAccount, examplePair } from '../examples/market.ts'
import { answered, type OperationTable, parameters, withIds } from '../operation.ts'

const specification = 'Endpoints, Trade API'

/** Tokens, pairs, accounts and fees. */
export const marketOperations = withIds({
	getNetworkStatus: {
		method: 'get',
		path: '/network/status',
		tag: 'Market',
		summary: 'The ledger as the service sees it',
		description: 'Only `cur_epoch` is in the specification. The ledger’s clock decides expiry.',
		specification,
		auth: 'none',
		answers: answered('The current epoch, the network, and both clocks.', NetworkStatus, {
			cur_epoch: 32_718,
			network: 'simulator',
			network_id: 242,
			ledger_timestamp: '2026-09-21T14:13:19.000Z',
			service_timestamp: '2026-09-21T14:13:20.120Z',
		}),
		errors: ['ledger_unavailable'],
	},
	getTradeInfo: {
		method: 'get',
		path: '/trade/info',
		tag: 'Market',
		summary: 'Fees, and the rule for VERIFY_PARENT',
		description:
			'Fees are paid in the token sold. Platform fee: sell amount × `taker_fee` of the account’s level (makers: `maker_fee`). Settlement fee: `solver_amount` + `transaction_execution_amount`. Both are rounded up to the token’s divisibility. What execution did not use of `transaction_execution_amount` comes back as rebate.',
		specification: 'Fee info; Fee rules',
		auth: 'none',
		answers: answered('Levels are indexed from 0. Every token that can be sold has its settlement fee.', FeeInfo, {
			verify_parent_access_rule_sbor_hex:
				'5c2202012200012200012200012102809a4c6318c6318c6cb554820c6318c6318cf7a951d7a9e547c6318c6318c6c0021ddc8969bb69847fd5c2fc0cd45e106cde0d218c3ea3b6cdbb472038b8e8',
			per_token_settlement_fee: [
				{ symbol: 'XRD', solver_amount: '0.25', transaction_execution_amount: '5' },
				{ symbol: 'xUSDC', solver_amount: '0.0125', transaction_execution_amount: '0.25' },
			],
			per_level_anthic_fee: [
				{ taker_fee: '0.001', maker_fee: '0' },
				{ taker_fee: '0.0005', maker_fee: '0' },
			],
		}),
		errors: [],
	},
	getTokens: {
		method: 'get',
		path: '/trade/tokens',
		tag: 'Market',
		summary: 'The tokens that are traded',
		description: 'No amount may have more decimal places than its token’s `divisibility`.',
		specification,
		auth: 'none',
		answers: answered('All tokens.', Tokens, {
			tokens: [
				{
					resource_address: 'resource_sim1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxakj8n3',
					symbol: 'XRD',
					divisibility: 18,
					name: 'Radix',
					icon_url: '',
				},
				{
					resource_address: 'resource_sim1thrfycmzxm5ks2yndq90md39usqsnzg7w8769vddwx6h3exuvkld35',
					symbol: 'xUSDC',
					divisibility: 6,
					name: 'Wrapped USDC',
					icon_url: 'https://accord.example/icons/xusdc.png',
				},
			],
		}),
		errors: [],
	},
	getTokenPairs: {
		method: 'get',
		path: '/trade/token_pairs',
		tag: 'Market',
		summary: 'The pairs that have order books',
		specification,
		auth: 'none',
		answers: answered('Each pair as it must be written: prices are quote per base.', TokenPairs, {
			token_pairs: [examplePair, { base: 'xwBTC', quote: 'xUSDC' }],
		}),
		errors: [],
	},
	getAccountLevel: {
		method: 'get',
		path: '/trade/account_addresses/{address}',
		tag: 'Market',
		summary: 'The fee level of an account',
		description: 'An unknown account is at level 0.',
		specification: 'Account level',
		auth: 'none',
		pathParameters: parameters(z.object({ address: addressWire }), { address: exampleAccount }),
		answers: answered('An index into `per_level_anthic_fee`.', accountLevelWire, { level: 0 }),
		errors: ['invalid_address', 'wrong_network', 'database_unavailable'],
	},
	getAccounts: {
		method: 'get',
		path: '/trade/accounts',
		tag: 'Maker',
		summary: 'The accounts registered for the caller’s key, with their balances',
		specification: 'Endpoints, Trade API; Authentication',
		auth: 'key',
		answers: answered('Balances on the ledger of every traded token, zero included.', RegisteredAccounts, {
			accounts: [
				{
					address: exampleMakerAccount,
					balances: [
						{ symbol: 'XRD', amount: '1000000' },
						{ symbol: 'xUSDC', amount: '49871.334' },
					],
				},
			],
		}),
		errors: ['ledger_unavailable'],
	},
} satisfies OperationTable)
