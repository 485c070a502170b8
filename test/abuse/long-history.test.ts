import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makerOrdersWire, makerStatsWire } from '@accord/protocol'
import { writeEndedTrades } from '../network/ended-trades.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { askTrade } from '../network/trade-request.ts'

// What a maker may ask costs the same after a million trades as after some thousand.

const counted = 5_000
let network: TestNetwork
let firstMs: number

before(async () => {
	network = await startTestNetwork({ users: 0, makers: 2, solvers: 0 })
	const { clock, service } = network
	firstMs = clock.nowMs() - 3_600_000
	const write = (from: number, to: number, endedAtMs: number) =>
		writeEndedTrades(service.db, { from, to, makerIds: ['maker-1'], endedAtMs })
	await write(0, 1_000, firstMs)
	await write(1_000, 1_000 + counted, firstMs + 1_800_000)
})
after(() => network?.stop())

// shows decision 49: What a maker asks of its history is bounded
test('a maker’s stats are of its newest orders, and say from when', async () => {
	const { fills, orders, since_ms } = makerStatsWire.parse(await ask('/maker/stats'))
	assert.deepEqual(orders, { asked: counted, filled: counted, rejected: 0, timed_out: 0 })
	assert.deepEqual(fills, { started: counted, settled: counted, expired: 0, released: 0 })
	assert.equal(since_ms, firstMs + 1_800_000 - counted + 1)
})

test('a page of a maker’s orders looks at so many and no more: it may be empty, and says where the next begins', async () => {
	const first = makerOrdersWire.parse(await ask('/maker/orders?state=rejected'))
	assert.equal(first.orders.length, 0)
	const second = makerOrdersWire.parse(await ask(`/maker/orders?state=rejected&before=${first.next}`))
	assert.deepEqual(second, { orders: [] })
	const filled = makerOrdersWire.parse(await ask(`/maker/orders?state=filled&limit=500&before=${first.next}`))
	assert.deepEqual([filled.orders.length, typeof filled.next], [500, 'string'])
})

async function ask(path: string): Promise<unknown> {
	return (await askTrade(network, path, { headers: { 'SERVICE-API-KEY': 'play-key-of-maker-1' } })).body
}
