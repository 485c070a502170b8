import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal, mintPrefix } from '@accord/protocol'
import { refused, startTradeServer } from '../testing/trade-server.ts'
import { MakerApi } from './maker-api.ts'

const manifest = 'VERIFY_PARENT Enum<0u8>();'
const composed = (sell: string) => ({
	manifest,
	sell: { symbol: sell, amount: '5' },
	buy: { symbol: 'XRD', amount: '100' },
	fee: { symbol: sell, anthic_amount: '0.01', settlement_amount: '0.25' },
})
const token = (symbol: string, chain = 'Radix') => ({
	symbol,
	address: `resource_${symbol}`,
	chain,
	repayment_tokens: [],
})
const account = {
	...{ address: 'account_rdx1', customer_badge_non_fungible_local_ids: ['5cc0010000000000000001'] },
	...{ instamint_allowance: '100', unreconciled_loans: [], payback_addresses: [] },
}
const routes = {
	'GET /instamint/info': { instamint_component: 'component_rdx1', customer_badge_resource: 'resource_badge' },
	'GET /instamint/accounts': { accounts: [account] },
	'GET /instamint/tokens': { tokens: [token('xusdc'), token('usdt', 'Ethereum')] },
}

async function setUp(t: { after(fn: () => unknown): void }, sell: string, changes: Record<string, unknown> = {}) {
	const answers = { ...routes, 'POST /construction/compose': composed(sell), ...changes }
	const { baseUrl, calls } = await startTradeServer(t, answers)
	return { api: new MakerApi({ baseUrl, apiKey: 'key', instamint: true }), calls }
}

const fill = { account: 'account_rdx1', orderId: 'a' }

function prefixOf(amount: string): string {
	return mintPrefix({
		...{ component: 'component_rdx1', badge: 'resource_badge', customerLocalId: '#1#' },
		...{ account: 'account_rdx1', resource: 'resource_xusdc', amount: Decimal.parse(amount) },
	})
}

test('a fill mints first everything it withdraws, or the amount asked for; the customer is looked up once', async t => {
	const { api, calls } = await setUp(t, 'xusdc')
	assert.equal((await api.composeFill(fill)).manifest, `${prefixOf('5.26')}\n${manifest}`)
	assert.equal((await api.composeFill({ ...fill, mint: '1.5' })).manifest, `${prefixOf('1.5')}\n${manifest}`)
	assert.equal((await api.composeFill({ ...fill, mint: '0' })).manifest, manifest)
	assert.deepEqual(calls.map(({ path }) => path).toSorted(), [
		...Array(3).fill('/construction/compose'),
		...['/instamint/accounts', '/instamint/info', '/instamint/tokens'],
	])
})

test('a token that is not minted on Radix is sold from the account', async t => {
	for (const symbol of ['XRD', 'usdt']) {
		const { api } = await setUp(t, symbol)
		assert.equal((await api.composeFill(fill)).manifest, manifest)
	}
})

test('error: an account without a badge; a failed lookup is repeated', async t => {
	const { api } = await setUp(t, 'xusdc', {
		'GET /instamint/accounts': [refused('not_an_instamint_customer'), { accounts: [account] }],
	})
	await assert.rejects(api.composeFill(fill), { code: 'not_an_instamint_customer' })
	const other = api.composeFill({ ...fill, account: 'account_rdx2' })
	await assert.rejects(other, { code: 'not_an_instamint_customer' })
	assert.equal((await api.composeFill(fill)).manifest, `${prefixOf('5.26')}\n${manifest}`)
})
