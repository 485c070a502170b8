import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type FlashSocket, openFlash } from '../network/flash-socket.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { limitOrder, signLimitOrder } from '../network/test-user.ts'
import { askTrade, refusedTrade } from '../network/trade-request.ts'

const byteOrderMark = '\ufeff'

let network: TestNetwork
let session: FlashSocket

before(async () => {
	network = await startTestNetwork({ users: 1, makers: 1, solvers: 1 })
	session = await openFlash(network, network.makers[0] ?? assert.fail())
})
after(() => network?.stop())

const ping = (id: number) => JSON.stringify({ jsonrpc: '2.0', method: 'ping', params: {}, id })

test('one byte order mark before a JSON body is skipped; a second one, or one elsewhere, is not JSON', async () => {
	const { signedPartialTransaction } = signLimitOrder(
		network,
		network.users[0] ?? assert.fail(),
		limitOrder({ sell: '100 XRD', buy: '5 xUSDC' }),
	)
	const body = JSON.stringify({ signed_partial_transaction: signedPartialTransaction })
	const path = '/trade/orders/check'
	const answer = await askTrade(network, path, { body: byteOrderMark + body })
	assert.deepEqual([answer.status, answer.body], [200, (await askTrade(network, path, { body })).body])
	for (const wrong of [byteOrderMark + byteOrderMark + body, body + byteOrderMark])
		await refusedTrade(network, path, { body: wrong, status: 400, code: 'malformed_json' })
})

test('error: a byte order mark in a frame is not JSON, and the session continues', async () => {
	session.send(byteOrderMark + ping(1))
	assert.equal((await session.next()).error.code, -32700)
	assert.equal((await session.ask('ping')).pong, true)
})

test('a binary frame is read as text; bytes that are not text are an error, and the session continues', async () => {
	session.socket.send(Buffer.from(ping(7)), { binary: true })
	const { id, result } = await session.next()
	assert.deepEqual([id, result.pong], [7, true])
	session.socket.send(Buffer.from([0xff, 0xfe, 0x00]), { binary: true })
	assert.equal((await session.next()).error.code, -32700)
	assert.equal((await session.ask('ping')).pong, true)
})

test('error: an id with half a character, which no database can store, and the session continues', async () => {
	const half = '\ud800'
	const [maker = assert.fail()] = network.makers
	const body = { order_id: half, manifest: '' }
	const headers = { 'service-api-key': maker.apiKey }
	await refusedTrade(network, '/trade/fills/check', { body, headers, status: 422, code: 'validation_failed' })
	await session.refused('validation_failed', 'platform.fills.fill', {
		order_id: half,
		signed_partial_transaction: '00',
	})
	await session.refused('validation_failed', 'platform.new_orders.reject', { order_id: half })
	assert.equal((await session.ask('ping')).pong, true)
})
