import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkBanner } from './banner.ts'
import { networkFile, playAccounts } from './play-accounts.ts'

test('the banner has every key and address, what to try, and a warning that the keys are public', () => {
	const file = networkFile({
		port: 8480,
		gatewayPort: 8481,
		operatorPort: 8482,
		startedAtMs: 0,
		tokens: [],
		accounts: playAccounts(3),
	})
	const text = networkBanner(file, { dataDirectory: '.accord', startedInMs: 1_000 })
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
