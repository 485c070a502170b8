import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { participant } from '../../../../test/fixtures/ledger.ts'
import { GatewayClient } from './gateway-client.ts'
import { GatewayError } from './gateway-error.ts'

// How a client copes with a Gateway that is unreachable, slow, busy or wrong.

test('a Gateway that cannot be reached is unavailable, after a bounded number of retries of a safe read', async t => {
	let calls = 0
	const broken = createServer((_request, response) => {
		calls++
		response.writeHead(503, { 'content-type': 'application/json' }).end('{"message":"busy","code":503}')
	})
	await new Promise<void>(resolve => broken.listen(0, '127.0.0.1', resolve))
	t.after(() => broken.close())
	const { port } = broken.address() as AddressInfo
	const gateway = new GatewayClient({ url: `http://127.0.0.1:${port}`, retriesMax: 1 })
	await assert.rejects(gateway.ledgerState(), { kind: 'unavailable', status: 503 })
	assert.equal(calls, 2)
	await assert.rejects(gateway.submit('00'), { kind: 'unavailable' })
	assert.equal(calls, 3)
})

test('a Gateway that does not answer in time is unavailable', async t => {
	const silent = createServer(() => {})
	await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
	t.after(() => silent.close().closeAllConnections())
	const { port } = silent.address() as AddressInfo
	const gateway = new GatewayClient({ url: `http://127.0.0.1:${port}`, retriesMax: 0, timeoutMs: 50 })
	await assert.rejects(gateway.ledgerState(), (error: unknown) => {
		assert.ok(error instanceof GatewayError)
		return error.kind === 'unavailable'
	})
})

const state = { network: 'x', state_version: 1, epoch: 1, round: 1, proposer_round_timestamp: '2026-01-01T00:00:00Z' }
const balancesThatNeverEnd = JSON.stringify({ ledger_state: state, items: [], next_cursor: 'again' })
const unreadable: [title: string, body: string, message: RegExp][] = [
	['nothing', '', /cannot be read/],
	['HTML', '<html></html>', /cannot be read/],
	['null', 'null', /cannot be read/],
	['another shape', '{}', /cannot be read/],
	[
		'a state version that is a text',
		JSON.stringify({ ledger_state: { ...state, state_version: '1' } }),
		/cannot be read/,
	],
	[
		'a time that is not one',
		JSON.stringify({ ledger_state: { ...state, proposer_round_timestamp: 'now' } }),
		/cannot be read/,
	],
	['more than 16 MiB', JSON.stringify({ ledger_state: state, x: 'x'.repeat(17 * 1024 * 1024) }), /too long/],
]

for (const [title, body, message] of unreadable) {
	test(`a Gateway that answers ${title} is unavailable`, async t => {
		const gateway = await answering(t, body)
		await assert.rejects(gateway.ledgerState(), { kind: 'unavailable', message })
	})
}

test('a Gateway whose list of balances never ends is unavailable', async t => {
	const gateway = await answering(t, balancesThatNeverEnd)
	await assert.rejects(gateway.balances(participant('user-1').account), {
		kind: 'unavailable',
		message: /does not end/,
	})
})

test('a Gateway that answers 429 is not called again at once, and its Retry-After is reported', async t => {
	let calls = 0
	const gateway = await answering(t, '', () => {
		calls += 1
		return { status: 429, headers: { 'retry-after': '7' } }
	})
	await assert.rejects(gateway.ledgerState(), { kind: 'unavailable', status: 429, retryAfter: '7' })
	assert.equal(calls, 1)
})

type Head = { readonly status: number; readonly headers?: Record<string, string> }

/** A client whose Gateway gives every request the same answer. */
async function answering(t: TestContext, body: string, head = (): Head => ({ status: 200 })): Promise<GatewayClient> {
	const server = createServer((_request, response) => {
		const { status, headers } = head()
		response.writeHead(status, headers).end(body)
	})
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	t.after(() => server.close().closeAllConnections())
	return new GatewayClient({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, retriesMax: 1 })
}
