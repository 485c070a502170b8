import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { derivePrivateKey, playSeed } from '@accord/ledger'
import { openLog } from '../../packages/service/src/log/log.ts'
import { openFlash } from '../network/flash-socket.ts'
import { askOperator, operatorKey, operatorSetting, refusedOperator } from '../network/operator-request.ts'
import { untilState } from '../network/order-state.ts'
import { publishTrade } from '../network/published-trade.ts'
import { refusedWith } from '../network/refused-with.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { until } from '../network/until.ts'

let network: TestNetwork
const lines: string[] = []

type Entry = { readonly msg: string; readonly [member: string]: unknown }

/** The lines logged so far under one of these messages, without the parts that always differ. */
function logged(...messages: string[]): Entry[] {
	const entries = lines.map(line => JSON.parse(line) as Entry)
	return entries.filter(({ msg }) => messages.includes(msg))
}

before(async () => {
	const log = openLog({ level: 'debug' }, { write: line => void lines.push(line) })
	network = await startTestNetwork({ log, settings: operatorSetting })
})
after(() => network?.stop())

// shows operator API: Metrics, their dashboard, and logs without secrets
test('the steps of a trade are logged with the ids of request, order and maker', async () => {
	const book = { pair: 'XRD/xUSDC', bids: ['0.05 1000'] }
	const maker = await connectMaker(network, network.makers[0], { books: [book] })
	const solver = connectSolver(network, network.solvers[0])
	const [user, other] = network.users
	const { order, bundle } = await publishTrade(network, solver, { user, order: { sell: '100 XRD', buy: '5 xUSDC' } })
	const { transactionId } = await settle(network, solver, bundle)
	await untilState(network, order, 'settled')
	await refusedWith(
		'no_liquidity',
		publishTrade(network, solver, { user: other, order: { sell: '10000 XRD', buy: '600 xUSDC' } }),
	)
	await network.drain()
	const { subintentId } = order
	const [accepted, ...rest] = logged('order accepted', 'order refused')
	assert.equal(accepted?.subintentId, subintentId)
	assert.match(String(accepted?.requestId), /^[0-9a-f-]{36}$/)
	assert.deepEqual(
		rest.map(({ code }) => code),
		['no_liquidity'],
	)
	const orderId = maker.newOrders[0]?.id
	assert.deepEqual(
		logged('maker asked', 'fill accepted').map(({ msg, makerId, orderId: id }) => [msg, makerId, id]),
		[
			['maker asked', 'maker-1', orderId],
			['fill accepted', 'maker-1', orderId],
		],
	)
	assert.deepEqual(
		logged('order filled', 'order published', 'order settled').map(entry => [
			entry.msg,
			entry.subintentId,
			entry.transactionId,
		]),
		[
			['order filled', subintentId, undefined],
			['order published', subintentId, undefined],
			['order settled', subintentId, transactionId],
		],
	)
	maker.disconnect()
	solver.close()
	await until('the closed sessions', () => logged('maker session closed', 'solver disconnected').length === 2)
	assert.deepEqual(
		logged('maker session opened', 'maker session closed').map(({ msg, makerId, code }) => [msg, makerId, code]),
		[
			['maker session opened', 'maker-1', undefined],
			['maker session closed', 'maker-1', 1000],
		],
	)
})

function privateKeysOf(name: string): string[] {
	const curves = ['Ed25519', 'Secp256k1'] as const
	return curves.map(curve => derivePrivateKey({ seed: playSeed, name, curve }).privateKeyHex)
}

// shows operator API: Metrics, their dashboard, and logs without secrets
test('no log line contains a key, however the key was used', async () => {
	const { maker_id: makerId } = await askOperator(network, 'POST /operator/makers', {
		body: { name: 'x', accounts: [] },
	})
	const issued = await askOperator(network, `POST /operator/makers/${makerId}/keys`)
	const rotated = await askOperator(network, `POST /operator/keys/${issued.key_id}/rotate`)
	const session = await openFlash(network, { apiKey: rotated.api_key })
	await session.ask('ping')
	session.socket.close()
	await session.closed
	await assert.rejects(openFlash(network, { apiKey: 'a-wrong-key-that-is-secret' }), /401/)
	await refusedOperator(network, 'GET /operator/makers', { key: 'another-wrong-key', code: 'unauthorized' })
	await fetch(`${network.service.url}/maker/books`, { headers: { 'service-api-key': 'a-wrong-key-that-is-secret' } })
	const secrets = [
		operatorKey,
		issued.api_key,
		rotated.api_key,
		'a-wrong-key-that-is-secret',
		'another-wrong-key',
		...network.makers.map(({ apiKey }) => apiKey),
		...['service', 'user-1', 'maker-1'].flatMap(name => privateKeysOf(name)),
	]
	assert(logged('request answered', 'message received').length > 2)
	const leaked = secrets.filter(secret => lines.some(line => line.includes(secret)))
	assert.deepEqual(leaked, [])
})

test('a member that may hold a secret is not logged, at any depth', () => {
	const written: string[] = []
	const log = openLog({ level: 'info' }, { write: line => void written.push(line) })
	log.info({ apiKey: 's3cret', headers: { 'service-api-key': 's3cret', authorization: 's3cret' } }, 'x')
	log.info({ config: { serviceKey: { privateKeyHex: 's3cret' }, makers: [{ name: 'x', api_key: 's3cret' }] } }, 'x')
	log.error({ err: Object.assign(new Error('x'), { request: { headers: { authorization: 's3cret' } } }) }, 'x')
	assert.deepEqual([written.length, written.filter(line => line.includes('s3cret'))], [3, []])
	assert.equal(JSON.parse(written[2] ?? '').err.request.headers.authorization, '[secret]')
})
