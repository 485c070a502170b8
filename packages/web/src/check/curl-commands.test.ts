import assert from 'node:assert/strict'
import { test } from 'node:test'
import { curlCommands } from './curl-commands.ts'
import { explorerLink } from './explorer-link.ts'

test('the commands send the same requests as the page', () => {
	const commands = curlCommands({
		origin: 'https://dex.example',
		gatewayUrl: 'https://gateway.example',
		subintentId: 'subtxid_rdx1a',
		transactionIds: ['txid_rdx1b'],
	})
	assert.deepEqual(
		commands.map(({ command }) => command),
		[
			"curl -fsS 'https://dex.example/trade/trades/subtxid_rdx1a'",
			`curl -fsS 'https://gateway.example/transaction/status' -H 'content-type: application/json' -d '{"intent_hash":"txid_rdx1b"}'`,
			`curl -fsS 'https://gateway.example/transaction/committed-details' -H 'content-type: application/json' -d '{"intent_hash":"txid_rdx1b","opt_ins":{"raw_hex":true,"balance_changes":true}}'`,
		],
	)
})

test('error: what a service puts into an id never becomes a command', () => {
	const id = "x'; rm -rf ~ #"
	const [, status] = curlCommands({ origin: 'o', gatewayUrl: 'g', subintentId: 's', transactionIds: [id] })
	assert.ok(status?.command.endsWith(`-d '{"intent_hash":"x'\\''; rm -rf ~ #"}'`), status?.command)
})

test('public networks have an explorer, others none', () => {
	assert.equal(explorerLink('txid_rdx1b', 1), 'https://dashboard.radixdlt.com/transaction/txid_rdx1b')
	assert.equal(explorerLink('txid_tdx_2_1b', 2), 'https://stokenet-dashboard.radixdlt.com/transaction/txid_tdx_2_1b')
	assert.equal(explorerLink('txid_sim1b', 242), undefined)
	assert.equal(explorerLink('../x', 1), 'https://dashboard.radixdlt.com/transaction/..%2Fx')
})
