import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { readNetworkOptions } from './network-options.ts'

test('without anything given the defaults hold', () => {
	assert.deepEqual(readNetworkOptions({}, {}), {
		dataDirectory: resolve('.accord'),
		port: 8480,
		users: 20,
		reset: false,
		without: [],
		plain: false,
	})
})

test('the environment stands above the defaults, the command line above both', () => {
	const env = {
		ACCORD_DATA: '/env',
		ACCORD_PORT: '1',
		ACCORD_USERS: '2',
		ACCORD_RESET: '1',
		ACCORD_WITHOUT: 'maker',
		ACCORD_PLAIN: 'true',
	}
	const fromEnv = { dataDirectory: '/env', port: 1, users: 2, reset: true, without: ['maker'], plain: true }
	assert.deepEqual(readNetworkOptions({}, env), fromEnv)
	const given = { data: '/given', port: '65533', users: '100', without: 'maker,solver' }
	assert.deepEqual(readNetworkOptions(given, env), {
		...fromEnv,
		dataDirectory: '/given',
		port: 65_533,
		users: 100,
		without: ['maker', 'solver'],
	})
})

for (const [option, given] of [
	['--port', { port: '65534' }],
	['--port', { port: '0' }],
	['--port', { port: 'http' }],
	['--users', { users: '101' }],
	['--users', { users: '1.5' }],
	['--without', { without: 'ledger' }],
] as const)
	test(`error: ${JSON.stringify(given)} is refused by name`, () => {
		assert.throws(() => readNetworkOptions(given, {}), { message: new RegExp(`^${option} `) })
	})
