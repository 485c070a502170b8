import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal, mintPrefix } from '@accord/protocol'
import { startTradeServer } from '../testing/trade-server.ts'
import { MakerApi } from './maker-api.ts'

const manifest = 'VERIFY_PARENT Enum<0u8>();'
const composed = (sell: string) => ({
	manifest,
	sell: { symbol: sell, amount: '5' },
	buy: { symbol: 'XRD', amount: '100' },
	fee: { symbol: sell, anthic_amount: '0.01', settlement_amount: '0.25' },
})
const instamint = {
	...{ component: 'component_rdx1', badge: 'resource_badge', customerLocalId: '#1#' },
	resources: { xusdc: 'resource_xusdc' },
}

async function setUp(t: { after(fn: () => unknown): void }, sell: string) {
	const { baseUrl, calls } = await startTradeServer(t, { 'POST /construction/compose': composed(sell) })
	return { api: new MakerApi({ baseUrl, apiKey: 'key', instamint }), calls }
}

const fill = { account: 'account_rdx1', orderId: 'a' }

function prefixOf(amount: string): string {
	return mintPrefix({
		...{ component: 'component_rdx1', badge: 'resource_badge', customerLocalId: '#1#' },
		...{ account: 'account_rdx1', resource: 'resource_xusdc', amount: Decimal.parse(amount) },
	})
}

test('a fill has its mint in front: of all that it withdraws, or of what is asked; the service is not asked whose', async t => {
	const { api, calls } = await setUp(t, 'xusdc')
	assert.equal((await api.composeFill(fill)).manifest, `${prefixOf('5.26')}\n${manifest}`)
	assert.equal((await api.composeFill({ ...fill, mint: '1.5' })).manifest, `${prefixOf('1.5')}\n${manifest}`)
	assert.equal((await api.composeFill({ ...fill, mint: '0' })).manifest, manifest)
	assert.deepEqual(
		calls.map(({ path }) => path),
		Array(3).fill('/construction/compose'),
	)
})

test('a token that is not minted is sold from the account', async t => {
	const { api } = await setUp(t, 'XRD')
	assert.equal((await api.composeFill(fill)).manifest, manifest)
})
