import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { WebSocket } from 'ws'
import { writeEndedTrades } from '../network/ended-trades.ts'
import { type FlashSocket, openFlash } from '../network/flash-socket.ts'
import { metricOf } from '../network/metric.ts'
import { operatorSetting } from '../network/operator-request.ts'
import { addresses } from '../network/raw-client.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { until } from '../network/until.ts'

// Anyone may read the solvers' log from its beginning. Such readers take turns, and delay no one else.

const trades = 3_000
/** The default. */
const replaysPerAddress = 4
const pagesAtOnce = 2

let network: TestNetwork

before(async () => {
	network = await startTestNetwork({ users: 1, makers: 1, solvers: 1, settings: operatorSetting })
	const { db } = network.service
	await writeEndedTrades(db, { from: 0, to: trades, makerIds: ['maker-1'], endedAtMs: network.clock.nowMs() })
})
after(() => network?.stop())

/** A replay from an address; resolves with the status that refused it, or with its socket, whose messages it counts. */
async function replay(from: string): Promise<{ status: number; count: () => number; close: () => void }> {
	const url = `${network.solverUrl}/subintent-stream?events=1&since=1`
	const socket = new WebSocket(url, { localAddress: from })
	network.atStop(() => socket.terminate())
	let received = 0
	socket.on('message', () => received++)
	const refused = once(socket, 'unexpected-response').then(([, response]) => {
		response.resume()
		return Number(response.statusCode)
	})
	const status = await Promise.race([once(socket, 'open').then(() => 101), refused])
	return { status, count: () => received, close: () => socket.terminate() }
}

// shows decision 48: Replays are paced and bounded
test('an address replays the log a few times at once, and no more; a place is free when a replay is over', async () => {
	const replays = await Promise.all(Array.from({ length: 20 }, () => replay(addresses.hostile)))
	const statuses = replays.map(({ status }) => status)
	assert.equal(statuses.filter(status => status === 101).length, replaysPerAddress)
	assert.equal(statuses.filter(status => status === 429).length, 20 - replaysPerAddress)
	const [other] = [await replay(addresses.honest)]
	assert.equal(other?.status, 101)
	// Its cursor arrives once everything up to then has been sent.
	await until('the whole log', () => replays.every(({ status, count }) => status !== 101 || count() === trades + 1))
	assert.equal((await replay(addresses.hostile)).status, 101)
})

test('while many addresses replay the log, few pages are read at once, and everyone else is answered', async () => {
	const from = Array.from({ length: 15 }, (_, at) => `127.0.2.${at + 1}`)
	const replays = await Promise.all(
		from.flatMap(address => Array.from({ length: replaysPerAddress }, () => replay(address))),
	)
	assert.ok(replays.every(({ status }) => status === 101))
	const isDone = () => replays.every(({ count }) => count() === trades + 1)
	let most = 0
	let answered = 0
	while (!isDone()) {
		most = Math.max(most, await metricOf(network, 'accord_queue_depth{queue="replay_pages_reading"}'))
		const response = await fetch(`${network.service.url}/trade/trades?limit=1`)
		assert.equal(response.status, 200)
		await response.body?.cancel()
		answered += 1
	}
	assert.ok(most <= pagesAtOnce, `${most} pages at once`)
	assert.ok(answered > 0)
	assert.equal(await metricOf(network, 'accord_queue_depth{queue="replay_pages_waiting"}'), 0)
})

test('a maker’s own log arrives whole, in turn with the replays of others', async () => {
	await replay('127.0.3.1')
	const session: FlashSocket = await openFlash(network, network.makers[0] ?? assert.fail())
	await session.ask('platform.fill_execution.start_stream', { historical_starting_point: 1 })
	await until('the whole log', () => session.messages.length === 2 * trades)
	const numbers = session.messages.map(({ params }) => params.sequence_number)
	assert.deepEqual(
		numbers,
		Array.from({ length: 2 * trades }, (_, at) => at + 1),
	)
})
