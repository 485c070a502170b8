import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { type ErrorCode, TradeError, toProblem } from '@accord/protocol'
import { type Operation, operations } from '@accord/protocol/contract'
import { DexClient } from '@accord/sdk'
import { finishOrder, isUnanswered } from './finish-order.ts'
import { unknownEnd } from './trade-text.ts'

type Answer = ErrorCode | 'balancer' | object

const getOrderStatus: Operation = operations.getOrderStatus
const settled = getOrderStatus.answers[0]?.body?.example as { subintent_id: string; expires_at: number }
const accepted = { success: true, success_response: { subintent_id: settled.subintent_id } }

/** An order that a service answers as given, the last answer again and again, by a clock that only pauses move. */
async function open(t: TestContext, answers: { POST?: Answer[]; GET?: Answer[] }, isAccepted: boolean) {
	const calls: string[] = []
	const server = createServer((request, response) => {
		const method = request.method as 'GET' | 'POST'
		calls.push(method)
		const left = answers[method] ?? []
		const next = (left.length > 1 ? left.shift() : left[0]) ?? 'balancer'
		if (next === 'balancer') return response.writeHead(503).end('<html>503</html>')
		const body = typeof next === 'string' ? toProblem(new TradeError(next)) : next
		const status = typeof next === 'string' ? toProblem(new TradeError(next)).status : 200
		return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
	})
	await once(server.listen(0, '127.0.0.1'), 'listening')
	t.after(() => server.close())
	const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	let nowMs = settled.expires_at * 1000 - 30_000
	const seen: string[] = []
	const outcome = finishOrder(
		{
			subintentId: settled.subintent_id,
			expiresAtS: settled.expires_at,
			signedPartialTransaction: '4d22',
			isAccepted,
		},
		{
			client: new DexClient({ baseUrl, retriesMax: 0 }),
			clock: {
				nowMs: () => nowMs,
				pause: async ms => {
					nowMs += ms
				},
			},
			onAccepted: () => void seen.push('accepted'),
			onStatus: ({ state }) => void seen.push(state),
		},
	)
	return { outcome, calls, seen, afterExpiryS: () => nowMs / 1000 - settled.expires_at }
}

test('an accepted order is followed while the service restarts, and never submitted again', async t => {
	const GET: Answer[] = ['balancer', 'shutting_down', 'ledger_unavailable', 'rate_limited', 'unknown_order', settled]
	const { outcome, calls, seen } = await open(t, { GET }, true)
	assert.equal((await outcome)?.state, 'settled')
	assert.deepEqual(calls, Array(6).fill('GET'))
	assert.deepEqual(seen, ['settled'])
})

test('an accepted order whose end the service does not say is followed until a minute after its expiry', async t => {
	const { outcome, afterExpiryS } = await open(t, { GET: ['balancer'] }, true)
	assert.equal(await outcome, undefined)
	assert.equal(afterExpiryS(), 60)
})

test('a submission without an answer is repeated, and the order followed', async t => {
	const POST: Answer[] = ['balancer', 'database_unavailable', 'rate_limited', accepted]
	const { outcome, calls, seen } = await open(t, { POST, GET: [settled] }, false)
	assert.equal((await outcome)?.state, 'settled')
	assert.deepEqual(calls, ['POST', 'POST', 'POST', 'POST', 'GET'])
	assert.deepEqual(seen, ['accepted', 'settled'])
})

test('a submission that is never answered ends at its expiry; then the order is looked up', async t => {
	const found = await open(t, { GET: [settled] }, false)
	assert.equal((await found.outcome)?.state, 'settled')
	assert.equal(found.afterExpiryS(), 0)
	const none = await open(t, { GET: ['unknown_order'] }, false)
	await assert.rejects(none.outcome, { code: 'unknown_order' })
	const silent = await open(t, {}, false)
	assert.equal(await silent.outcome, undefined)
})

test('error: an order that is refused when it is submitted again is not followed', async t => {
	const { outcome, calls } = await open(t, { POST: ['balancer', 'insufficient_funds'] }, false)
	await assert.rejects(outcome, { code: 'insufficient_funds' })
	assert.deepEqual(calls, ['POST', 'POST'])
})

test('a refusal is an answer, also one that says to try again later', () => {
	for (const code of ['no_liquidity', 'orders_paused', 'insufficient_funds'] as const)
		assert.equal(isUnanswered(new TradeError(code)), false, code)
	for (const code of ['shutting_down', 'internal', 'request_timeout'] as const)
		assert.equal(isUnanswered(new TradeError(code)), true, code)
})

test('an order whose end is not known is named, with where to look it up', () => {
	const order = { subintentId: 'subtxid_1', baseUrl: 'http://dex.example/' }
	const where = 'accord orders show subtxid_1, or http://dex.example/trade/orders/subtxid_1'
	assert.ok(unknownEnd({ ...order, isAccepted: true }).startsWith(`accepted; its state is not known yet: ${where}`))
	assert.ok(unknownEnd({ ...order, isAccepted: false }).startsWith(`no answer; it may have been accepted: ${where}`))
})
