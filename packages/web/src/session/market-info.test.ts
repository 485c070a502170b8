import assert from 'node:assert/strict'
import { it } from 'node:test'
import { keepEqualMarket, parsePageInfo } from './market-info.ts'

const wire = { network: 'simulator', network_id: 242, gateway_url: 'http://127.0.0.1:8481/', play: true }

it('reads the network of page.json', () => {
	assert.deepEqual(parsePageInfo(wire), {
		network: 'simulator',
		networkId: 242,
		gatewayUrl: 'http://127.0.0.1:8481',
		isPlay: true,
	})
	const { isPlay, dappDefinitionAddress } = parsePageInfo({
		...wire,
		play: 'yes',
		dapp_definition_address: 'account_1',
	})
	assert.deepEqual([isPlay, dappDefinitionAddress], [false, 'account_1'])
})

it('error: anything else is refused', () => {
	for (const other of [null, 'page', {}, { ...wire, network_id: '242' }, { ...wire, gateway_url: undefined }])
		assert.throws(() => parsePageInfo(other), /page\.json/)
})

it('keeps the former market while nothing of it changes', () => {
	const market = (fee: bigint) => ({ tokens: new Map([['XRD', { symbol: 'XRD' }]]), fee })
	const former = market(1n)
	assert.equal(keepEqualMarket(former, market(1n)), former)
	assert.deepEqual(keepEqualMarket(former, market(2n)), market(2n))
	const other = { ...market(1n), tokens: new Map() }
	assert.equal(keepEqualMarket(former, other), other)
})
