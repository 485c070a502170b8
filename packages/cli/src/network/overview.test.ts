import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkFile } from './network-file.ts'
import { overview } from './overview.ts'
import { playKeys } from './play-keys.ts'

test('the overview names every key, where the network is, what to try, and that the keys are public', () => {
	const file = networkFile({
		port: 8480,
		gatewayPort: 8481,
		operatorPort: 8482,
		startedAtMs: 0,
		tokens: [],
		keys: playKeys(3),
	})
	const text = overview(file, { dataDirectory: '.accord', startedInMs: 1_000 })
	for (const { private_key_hex, address } of [...file.users, ...file.makers, ...file.solvers]) {
		assert.ok(text.includes(private_key_hex))
		assert.ok(text.includes(address))
	}
	for (const { api_key } of file.makers) assert.ok(text.includes(api_key))
	for (const url of [file.base_url, file.flash_url, file.solver_url, file.gateway_url, file.operator_url])
		assert.ok(url !== undefined && text.includes(url))
	assert.match(text, /Never use them/)
	assert.match(text, /npm run trade/)
})
