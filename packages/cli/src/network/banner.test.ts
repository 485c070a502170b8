import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { networkBanner } from './banner.ts'
import { networkFile, playAccounts } from './play-accounts.ts'

const networkOf = () =>
	networkFile({
		port: 8480,
		gatewayPort: 8481,
		operatorPort: 8482,
		startedAtMs: 0,
		tokens: [],
		instamint: { component: 'component_sim1x', badge: 'resource_sim1x', customers: [] },
		accounts: playAccounts(3),
	})

test('the banner has every key and address, what to try, and a warning that the keys are public', () => {
	const file = networkOf()
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

test('the commands to try find a network in another directory', () => {
	const tried = (dataDirectory: string) =>
		networkBanner(networkOf(), { dataDirectory, startedInMs: 1 }).match(/npm run .*/g)
	assert.deepEqual(tried(resolve('.accord')), [
		'npm run trade -- --sell "100 XRD" --buy xUSDC',
		'npm run accord -- book',
		'npm run accord -- orders list',
	])
	assert.deepEqual(tried("/my data/it's"), [
		`npm run trade -- --sell "100 XRD" --buy xUSDC --data '/my data/it'\\''s'`,
		`npm run accord -- book --data '/my data/it'\\''s'`,
		`npm run accord -- orders list --data '/my data/it'\\''s'`,
	])
})
