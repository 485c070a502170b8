import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { networkOptions } from './network-command.ts'

test('defaults apply when nothing is set', () => {
	assert.deepEqual(networkOptions({}, {}), {
		dataDirectory: resolve('.accord'),
		port: 8480,
		users: 20,
		reset: false,
		without: [],
		plain: false,
		walkSeed: 1,
	})
})

test('the environment overrides the defaults, and the command line overrides both', () => {
	const env = {
		ACCORD_DATA: '/env',
		ACCORD_PORT: '1',
		ACCORD_USERS: '2',
		ACCORD_RESET: '1',
		ACCORD_WITHOUT: 'maker',
		ACCORD_PLAIN: 'true',
		ACCORD_PRICE_SEED: '5',
	}
	const fromEnv = {
		dataDirectory: '/env',
		port: 1,
		users: 2,
		reset: true,
		without: ['maker'],
		plain: true,
		walkSeed: 5,
	}
	assert.deepEqual(networkOptions({}, env), fromEnv)
	const given = { data: '/given', port: '65533', users: '100', without: 'maker,solver', seed: '7' }
	assert.deepEqual(networkOptions(given, env), {
		...fromEnv,
		dataDirectory: '/given',
		port: 65_533,
		users: 100,
		without: ['maker', 'solver'],
		walkSeed: 7,
	})
})

test('prices that stay have no seed', () => {
	assert.equal(networkOptions({ still: true, seed: '7' }, {}).walkSeed, undefined)
	assert.equal(networkOptions({}, { ACCORD_STILL: '1' }).walkSeed, undefined)
})

for (const [option, given] of [
	['--port', { port: '65534' }],
	['--port', { port: '0' }],
	['--port', { port: 'http' }],
	['--users', { users: '101' }],
	['--users', { users: '1.5' }],
	['--without', { without: 'ledger' }],
	['--seed', { seed: '-1' }],
] as const)
	test(`error: ${JSON.stringify(given)} is refused by name`, () => {
		assert.throws(() => networkOptions(given, {}), { message: new RegExp(`^${option} `) })
	})
