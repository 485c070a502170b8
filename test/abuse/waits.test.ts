import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { untilState } from '../network/order-state.ts'
import { addresses, connectRaw } from '../network/raw-client.ts'
import { connectMaker, silent } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { placeOrder } from '../network/test-user.ts'
import { until } from '../network/until.ts'

// One address may have 512 requests in progress.
const connections = 32
/** As many as one connection may have waiting. */
const waitsEach = 16
const waits = connections * waitsEach
/** Including its share of the connection, its two buffers and its answer. */
const bytesPerWaitMax = 48 * 1024

let network: TestNetwork

before(async () => {
	network = await startTestNetwork({
		users: 1,
		makers: 1,
		// Limits per address would end the flood before it begins.
		settings: { limits: { requests_per_minute: 1_000_000 } },
	})
	await connectMaker(network, network.makers[0], {
		books: [{ pair: 'XRD/xUSDC', bids: ['0.05 10000'] }],
		answer: silent,
	})
})
after(() => network?.stop())

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function heldBytes(): number {
	collect()
	const { heapUsed, external, arrayBuffers } = process.memoryUsage()
	return heapUsed + external + arrayBuffers
}

// shows decision 39: Connections are bounded per address, and nothing holds one without using it
test('requests that wait for an order, packed into connections, each hold a bounded share of memory', async t => {
	const order = await placeOrder(network, network.users[0], { sell: '100 XRD', buy: '5 xUSDC' })
	const before = heldBytes()
	const wait = `GET /trade/orders/${order.subintentId}?wait=30 HTTP/1.1\r\nhost: localhost\r\n\r\n`
	const opened = Array.from({ length: connections }, () =>
		connectRaw(network, { from: addresses.hostile, sending: wait.repeat(waitsEach) }),
	)
	const sockets = await Promise.all(opened)
	const received = sockets.map(() => '')
	for (const [at, socket] of sockets.entries())
		socket.setEncoding('latin1').on('data', (text: string) => {
			received[at] += text
		})
	const answers = () => received.join('').match(/HTTP\/1\.1 \d+/g) ?? []
	for (let n = 0; n < 20; n++) await network.dex.order(order.subintentId)
	const perWait = Math.round((heldBytes() - before) / waits)
	t.diagnostic(`${perWait} bytes for each of ${waits} waits`)
	assert.ok(perWait < bytesPerWaitMax, `${perWait} bytes`)
	network.clock.advance(60)
	await untilState(network, order, 'unfilled')
	await until('every wait to be answered', () => answers().length === waits)
	assert.deepEqual(new Set(answers()), new Set(['HTTP/1.1 200']))
	for (const socket of sockets) socket.destroy()
})
