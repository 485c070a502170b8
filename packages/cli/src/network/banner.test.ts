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
		instamint: { component: 'component_sim1x', badge: 'resource_sim1x', customers: [] },
		accounts: playAccounts(3),
	})
	const text = networkBanner(file, { dataDirectory: '.accord', startedInMs: 1_000 })
	for (const { privateKeyHex, address } of [...file.users, ...file.makers, ...file.solvers]) {
		assert.ok(text.includes(privateKeyHex))
		assert.ok(text.includes(address))
	}
	for (const { apiKey } of file.makers) assert.ok(text.includes(apiKey))
	for (const url of [file.baseUrl, file.flashUrl, file.solverUrl, file.gatewayUrl, file.operatorUrl])
		assert.ok(url !== undefined && text.includes(url))
	assert.match(text, /Never use them/)
	assert.match(text, /npm run trade/)
})
