import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { TradeError, toProblem } from '@accord/protocol'
import { runCommand } from './program-fixture.ts'

/** A server that gives every request the same answer, and records the keys it receives. */
async function answering(t: TestContext, { status, body }: { status: number; body: unknown }) {
	const keys: (string | undefined)[] = []
	const server = createServer((request, response) => {
		keys.push(request.headers.authorization)
		response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
	})
	await once(server.listen(0, '127.0.0.1'), 'listening')
	t.after(() => server.close())
	return { keys, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const env = (url: string) => ({ ACCORD_OPERATOR_URL: url, ACCORD_OPERATOR_KEY: 'the-key' })

test('0: help and version succeed', async () => {
	assert.equal((await runCommand(['--help'])).code, 0)
	assert.match((await runCommand(['--version'])).out, /^\d+\.\d+\.\d+$/)
	assert.match((await runCommand(['keys', 'rotate', '--help'])).out, /Example:/)
})

// shows command: Exit codes
test('1: the command failed', async () => {
	const { code, notes } = await runCommand(['trade', '--network', '/nowhere.json', '--sell', '1 XRD', '--buy', 'xUSDC'])
	assert.equal(code, 1)
	assert.match(notes, /npm start/)
})

// shows command: Exit codes
test('2: invalid usage, reported on stderr', async () => {
	const wrong = [
		['fly'],
		['orders', 'list', '--state', 'lost'],
		['orders', 'list', '--colour'],
		['maker', 'create', 'a'],
		['maker'],
		['network', '--users', 'many'],
		['trade', '--sell', 'XRD', '--buy', 'xUSDC'],
		['status', '--data', '/nowhere'],
	]
	for (const args of wrong) {
		const { code, out, notes } = await runCommand(args)
		assert.deepEqual([code, out], [2, ''], args.join(' '))
		assert.notEqual(notes, '')
	}
})

// shows command: Exit codes
test('3: no answer, or an answer that is not from an operator API', async t => {
	const gone = await runCommand(['maker', 'list'], env('http://127.0.0.1:9'))
	assert.equal(gone.code, 3)
	assert.match(gone.notes, /no answer from http:\/\/127\.0\.0\.1:9/)
	const page = await answering(t, { status: 404, body: 'no such page' })
	assert.equal((await runCommand(['maker', 'list'], env(page.url))).code, 3)
	const other = await answering(t, { status: 200, body: { makers: 'all' } })
	assert.equal((await runCommand(['maker', 'list'], env(other.url))).code, 3)
	assert.equal((await runCommand(['book', '--service', page.url])).code, 3)
})

// shows command: Exit codes
test('4: the service refuses, and its error code is printed; the key is sent only in the header', async t => {
	const refusing = await answering(t, { status: 401, body: toProblem(new TradeError('unauthorized')) })
	const { code, out, notes } = await runCommand(['maker', 'list'], env(refusing.url))
	assert.deepEqual([code, out], [4, ''])
	assert.match(notes, /unauthorized/)
	assert.deepEqual(refusing.keys, ['Bearer the-key'])
	assert.ok(!notes.includes('the-key'))
	const { error } = JSON.parse((await runCommand(['maker', 'list', '--json'], env(refusing.url))).notes)
	assert.deepEqual([error.code, error.exit_code], ['unauthorized', 4])
})

test('2: options that npm took for itself, because of a forgotten --', async () => {
	const start = { npm_lifecycle_event: 'start', npm_config_port: '9000' }
	const started = await runCommand(['network'], start)
	assert.equal(started.code, 2)
	assert.match(started.notes, /npm took --port for itself: write -- first, as in: npm start -- --port …/)
	const trade = { npm_lifecycle_event: 'trade', npm_config_sell: 'true', npm_config_buy: 'true' }
	const traded = await runCommand(['trade', '100 XRD', 'xUSDC'], trade)
	assert.equal(traded.code, 2)
	assert.match(traded.notes, /npm took --sell, --buy for itself: write -- first, as in: npm run trade -- --sell …/)
})

test('a command finds the local network by --data, --network and the environment alike', async () => {
	for (const args of [['trade', '--sell', '1 XRD', '--buy', 'xUSDC'], ['book'], ['status']]) {
		const named = { data: ['--data', '/nowhere/else'], network: ['--network', '/nowhere/else/network.json'] }
		const found = [
			await runCommand([...args, ...named.data]),
			await runCommand([...args, ...named.network]),
			await runCommand(args, { ACCORD_DATA: '/nowhere/else' }),
			await runCommand(args, { ACCORD_NETWORK: '/nowhere/else/network.json' }),
		]
		for (const { notes } of found) assert.match(notes, /\/nowhere\/else/, args.join(' '))
	}
})
