import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { refused, startTradeServer } from '../testing/trade-server.ts'
import { InstamintClient } from './instamint-client.ts'

async function setUp(t: { after(fn: () => unknown): void }, routes: Record<string, unknown>) {
	const { baseUrl, calls } = await startTradeServer(t, routes)
	return { instamint: new InstamintClient({ baseUrl, apiKey: 'key' }), calls }
}

const badges = { address: 'account_rdx1', customer_badge_non_fungible_local_ids: ['5cc00005616c696365'] }
const payback_addresses = [
	{ chain: 'Radix', address: 'account_rdx2' },
	{ chain: 'Ethereum', address: '0x01' },
]
const loans = [{ symbol: 'xUSDC', amount: '1.5' }]

// shows SDK: Maker endpoints, options and notifications
test('what a maker mints on credit is read with its key, local ids as text and amounts as decimals', async t => {
	const { instamint, calls } = await setUp(t, {
		'GET /instamint/info': { instamint_component: 'component_rdx1', customer_badge_resource: 'resource_rdx1' },
		'GET /instamint/account': { account: badges },
		'GET /instamint/accounts': {
			accounts: [
				{ ...badges, instamint_allowance: '100', loans_xrd: '30', unreconciled_loans: loans, payback_addresses },
				{ ...badges, instamint_allowance: '100', unreconciled_loans: loans, payback_addresses },
			],
		},
		'GET /instamint/account/allowance': { allowance: '100' },
		'GET /instamint/account/balance': { balances: loans },
		'GET /instamint/account/payback-addresses': { payback_addresses },
	})
	const account = { address: 'account_rdx1', badgeIds: ['<alice>'] }
	const owed = [{ symbol: 'xUSDC', amount: Decimal.parse('1.5') }]
	assert.deepEqual(await instamint.info(), { component: 'component_rdx1', customerBadgeResource: 'resource_rdx1' })
	assert.deepEqual(await instamint.account(), account)
	const lent = { ...account, allowanceXrd: Decimal.parse('100'), loans: owed, paybackAddresses: payback_addresses }
	assert.deepEqual(await instamint.accounts(), [{ ...lent, loansXrd: Decimal.parse('30') }, lent])
	assert.equal(await instamint.allowance(), Decimal.parse('100'))
	assert.deepEqual(await instamint.loans(), owed)
	assert.deepEqual(await instamint.paybackAddresses(), payback_addresses)
	assert.deepEqual([...new Set(calls.map(({ apiKey }) => apiKey))], ['key'])
})

test('tokens of other chains, and what repays them there', async t => {
	const repayment = { symbol: 'USDC', address: '0x02', chain: 'Ethereum', testnet: 'sepolia' }
	const { instamint } = await setUp(t, {
		'GET /instamint/tokens': {
			tokens: [
				{ symbol: 'xUSDC', address: 'resource_rdx2', chain: 'Radix', repayment_tokens: [repayment] },
				{ symbol: 'BTC', chain: 'Bitcoin', repayment_tokens: [] },
			],
		},
	})
	assert.deepEqual(await instamint.tokens(), [
		{ symbol: 'xUSDC', address: 'resource_rdx2', chain: 'Radix', repaymentTokens: [repayment] },
		{ symbol: 'BTC', chain: 'Bitcoin', repaymentTokens: [] },
	])
})

test('error: a maker that is not a customer', async t => {
	const { instamint } = await setUp(t, { 'GET /instamint/account': refused('not_an_instamint_customer') })
	await assert.rejects(instamint.account(), { name: 'TradeError', code: 'not_an_instamint_customer' })
})
