import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parsePageInfo } from './market-info.ts'

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
