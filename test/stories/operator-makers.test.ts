import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { IssuedApiKey, Maker, RotatedApiKey, WireOf } from '@accord/protocol'
import { endPause, setPause } from '../../packages/service/src/breaker/maker-pauses.ts'
import { untilShown } from '../network/book-text.ts'
import { openFlash } from '../network/flash-socket.ts'
import { askOperator, operatorKey, operatorSetting, refusedOperator } from '../network/operator-request.ts'
import { untilState } from '../network/order-state.ts'
import { type Participant, participants } from '../network/participant.ts'
import { refusedWith } from '../network/refused-with.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork, testNetworkId } from '../network/test-network.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { limitOrder, placeOrder, signLimitOrder } from '../network/test-user.ts'
import { until } from '../network/until.ts'

let network: TestNetwork
let accounts: string[]

before(async () => {
	network = await startTestNetwork({ settings: operatorSetting })
	accounts = participants('newcomer', 6, testNetworkId).map(({ account }) => account)
})
after(() => network?.stop())

async function createMaker(name: string, owned: string[] = []): Promise<WireOf<typeof Maker>> {
	return askOperator<WireOf<typeof Maker>>(network, 'POST /operator/makers', { body: { name, accounts: owned } })
}

async function issueKey(makerId: string, body?: unknown): Promise<WireOf<typeof IssuedApiKey>> {
	return askOperator<WireOf<typeof IssuedApiKey>>(network, `POST /operator/makers/${makerId}/keys`, { body })
}

const open = (apiKey: string) => openFlash(network, { apiKey })

/** The maker once the use of its only key is recorded, which no session waits for. */
async function untilUsed(makerId: string): Promise<WireOf<typeof Maker>> {
	const read = () => askOperator<WireOf<typeof Maker>>(network, `GET /operator/makers/${makerId}`)
	await until('the key’s use to be recorded', async () => (await read()).keys[0]?.last_used_at_ms !== undefined)
	return await read()
}

// shows decision 34: The operator API has its own port and key
test('error: without the operator’s key every path is refused', async () => {
	for (const key of [undefined, 'x', `${operatorKey}0`, network.makers[0]?.apiKey]) {
		for (const call of ['GET /operator/makers', 'GET /operator/nothing', 'GET /openapi.json'] as const) {
			await refusedOperator(network, call, { key, code: 'unauthorized' })
		}
		await refusedOperator(network, 'POST /operator/makers', { key, body: { name: 'x' }, code: 'unauthorized' })
	}
	assert.equal((await askOperator(network, 'GET /operator/makers')).makers.length, 2)
})

// shows decision 34: The operator API has its own port and key
test('the operator’s paths are not served on the public port, and allow no cross-origin requests', async () => {
	const { status } = await fetch(`${network.service.url}/operator/makers`)
	assert.equal(status, 404)
	const response = await fetch(`${network.service.operatorUrl}/operator/makers`, {
		headers: { origin: 'https://elsewhere.example', authorization: `Bearer ${operatorKey}` },
	})
	assert.deepEqual([response.status, response.headers.get('access-control-allow-origin')], [200, null])
})

test('health needs no key', async () => {
	for (const path of ['/health/live', '/health/ready']) {
		assert.equal((await fetch(`${network.service.operatorUrl}${path}`)).status, 200)
	}
})

// shows operator API: Makers, accounts, levels
test('a maker is registered with accounts and a level, gets more accounts, and is listed', async () => {
	const body = { name: 'Northern Markets', accounts: accounts.slice(0, 1), level: 1 }
	const maker = await askOperator<WireOf<typeof Maker>>(network, 'POST /operator/makers', { body })
	assert.deepEqual(
		{ ...maker, maker_id: '', created_at_ms: 0 },
		{
			maker_id: '',
			name: 'Northern Markets',
			created_at_ms: 0,
			accounts: [{ address: accounts[0], level: 1 }],
			keys: [],
			pauses: [],
			sessions: 0,
			open_parts: 0,
			open_fills: 0,
		},
	)
	const path = `/operator/makers/${maker.maker_id}` as const
	const more = await askOperator<WireOf<typeof Maker>>(network, `POST ${path}/accounts`, {
		body: { accounts: accounts.slice(1, 2) },
	})
	assert.deepEqual(
		more.accounts.map(({ address, level }) => [address, level]),
		[
			[accounts[0], 1],
			[accounts[1], 0],
		],
	)
	const { stats, ...shown } = await askOperator<WireOf<typeof Maker>>(network, `GET ${path}`)
	assert.deepEqual(shown, more)
	assert.deepEqual(stats?.orders, { asked: 0, filled: 0, rejected: 0, timed_out: 0, fill_refused: 0, called_off: 0 })
	const { makers } = await askOperator(network, 'GET /operator/makers')
	assert.deepEqual(
		makers.map(({ name }: WireOf<typeof Maker>) => name),
		['maker-1', 'maker-2', 'Northern Markets'],
	)
	assert.equal(await network.dex.accountLevel(accounts[0] ?? ''), 1)
})

// shows operator API: Keys: shown once, rotated with an overlap, revoked at once
test('an issued key opens sessions at once and is never shown again', async () => {
	const { maker_id: makerId } = await createMaker('keyed')
	const issued = await issueKey(makerId, { label: 'frankfurt-1' })
	assert.deepEqual([issued.label, issued.state, issued.maker_id], ['frankfurt-1', 'valid', makerId])
	const session = await open(issued.api_key)
	assert.equal((await session.ask('ping')).pong, true)
	const { api_key: apiKey, ...shown } = issued
	const maker = await untilUsed(makerId)
	const [listed] = maker.keys
	assert.deepEqual(
		[maker.sessions, { ...listed, last_used_at_ms: undefined }],
		[1, { ...shown, last_used_at_ms: undefined }],
	)
	assert(listed?.last_used_at_ms !== undefined && listed.last_used_at_ms >= shown.created_at_ms)
	assert(!JSON.stringify(maker).includes(apiKey))
	session.socket.close()
})

// shows operator API: Keys: shown once, rotated with an overlap, revoked at once
test('a rotated key and its sessions stay open until the overlap ends, then close with 4001', async () => {
	const { maker_id: makerId } = await createMaker('rotated')
	const old = await issueKey(makerId, { label: 'a' })
	const session = await open(old.api_key)
	const body = { overlap_s: 3600 }
	const fresh = await askOperator<WireOf<typeof RotatedApiKey>>(network, `POST /operator/keys/${old.key_id}/rotate`, {
		body,
	})
	assert.deepEqual([fresh.label, fresh.replaces.key_id, fresh.replaces.state], ['a', old.key_id, 'valid'])
	const newSession = await open(fresh.api_key)
	assert.equal((await session.ask('ping')).pong, true)
	network.clock.advance(3601)
	assert.deepEqual(await session.closed, [4001, 'unauthorized'])
	await assert.rejects(open(old.api_key), /401/)
	const again = await open(fresh.api_key)
	assert.equal((await again.ask('ping')).pong, true)
	const { keys } = await askOperator<WireOf<typeof Maker>>(network, `GET /operator/makers/${makerId}`)
	assert.deepEqual(
		keys.map(({ state }) => state),
		['expired', 'valid'],
	)
	await refusedOperator(network, `POST /operator/keys/${old.key_id}/rotate`, { code: 'key_ended' })
	for (const each of [again, newSession]) each.socket.close()
})

// shows operator API: Keys: shown once, rotated with an overlap, revoked at once
test('a revoked key closes its sessions at once, and revoking it again changes nothing', async () => {
	const { maker_id: makerId } = await createMaker('revoked')
	const issued = await issueKey(makerId)
	const session = await open(issued.api_key)
	await untilUsed(makerId)
	const revoked = await askOperator(network, `DELETE /operator/keys/${issued.key_id}`)
	assert.deepEqual(await session.closed, [4001, 'unauthorized'])
	await assert.rejects(open(issued.api_key), /401/)
	assert.deepEqual(await askOperator(network, `DELETE /operator/keys/${issued.key_id}`), revoked)
	assert.equal(revoked.state, 'revoked')
})

// shows operator API: Pauses by the operator
test('a paused maker’s book is withdrawn until the operator resumes it', async () => {
	const [account] = network.makers
	const book = { pair: 'XRD/xUSDC', bids: ['0.05 1000'] }
	const maker = await connectMaker(network, account, { books: [book] })
	const path = `/operator/makers/${account?.name}` as const
	const paused = await askOperator<WireOf<typeof Maker>>(network, `POST ${path}/pause`, {
		body: { reason: 'incident 12' },
	})
	assert.deepEqual(
		paused.pauses.map(({ by, reason }) => [by, reason]),
		[['operator', 'incident 12']],
	)
	await untilShown(network, { pair: 'XRD/xUSDC' })
	const pauses = await maker.client.api.resume()
	assert.equal(pauses.length, 1)
	const resumed = await askOperator<WireOf<typeof Maker>>(network, `POST ${path}/resume`)
	assert.deepEqual([resumed.pauses, resumed.sessions], [[], 1])
	await untilShown(network, book)
	await maker.leave()
})

// shows operator API: Pauses by the operator
test('resuming ends the circuit breaker’s pause too, but not the maker’s own', async () => {
	const makerId = network.makers[1]?.name ?? ''
	const { db: database, bus } = network.service
	const sinceMs = network.clock.nowMs()
	await setPause({ database, bus }, { makerId, by: 'breaker', reason: 'silence', sinceMs, untilMs: sinceMs + 60_000 })
	await setPause({ database, bus }, { makerId, by: 'maker', sinceMs })
	const { pauses } = await askOperator<WireOf<typeof Maker>>(network, `POST /operator/makers/${makerId}/resume`)
	assert.deepEqual(
		pauses.map(({ by }) => by),
		['maker'],
	)
	await endPause({ database, bus }, { makerId, by: 'maker' })
})

// shows operator API: Makers, accounts, levels
test('a level can be set for any account and applies to its next order', async () => {
	const address = network.users[0]?.account ?? ''
	const path = `/operator/accounts/${address}/level` as const
	assert.deepEqual(await askOperator(network, `GET ${path}`), { address, level: 0 })
	assert.deepEqual(await askOperator(network, `PUT ${path}`, { body: { level: 2 } }), { address, level: 2 })
	assert.equal(await network.dex.accountLevel(address), 2)
})

test('an order keeps its level from acceptance; one sent after a change of level pays the new one', async () => {
	const [user] = network.users as [Participant]
	const order = { sell: '100 XRD', buy: '5 xUSDC' }
	const path = `/operator/accounts/${user.account}/level` as const
	await askOperator(network, `PUT ${path}`, { body: { level: 2 } })
	const maker = await connectMaker(network, network.makers[0], {
		books: [{ pair: 'XRD/xUSDC', bids: ['0.05 1000'] }],
	})
	const solver = connectSolver(network, network.solvers[0])
	const inTime = await placeOrder(network, user, order, { level: 2 })
	const late = signLimitOrder(network, user, limitOrder(order), { level: 2 })
	await askOperator(network, `PUT ${path}`, { body: { level: 0 } })
	await refusedWith('fee_too_low', network.dex.submitOrder(late.signedPartialTransaction))
	await settle(network, solver, await solver.bundleOf(inTime))
	const { fee } = await untilState(network, inTime, 'settled')
	assert.equal(fee.platformAmount, inTime.fee.platformAmount)
	await maker.leave()
})

// shows error: unknown_maker
test('error: unknown makers and keys, accounts of other makers, invalid levels and addresses', async () => {
	const [user] = network.users
	const taken = network.makers[0]?.account ?? ''
	const unknown = '/operator/makers/unknown' as const
	await refusedOperator(network, `GET ${unknown}`, { code: 'unknown_maker' })
	await refusedOperator(network, `POST ${unknown}/keys`, { code: 'unknown_maker' })
	await refusedOperator(network, `POST ${unknown}/pause`, { code: 'unknown_maker' })
	await refusedOperator(network, `POST ${unknown}/resume`, { code: 'unknown_maker' })
	await refusedOperator(network, `POST ${unknown}/accounts`, { body: { accounts: [taken] }, code: 'unknown_maker' })
	await refusedOperator(network, 'DELETE /operator/keys/0000', { code: 'unknown_key' })
	await refusedOperator(network, 'POST /operator/keys/0000/rotate', { code: 'unknown_key' })
	const create = (body: object, code: 'account_taken' | 'invalid_address' | 'validation_failed' | 'unknown_field') =>
		refusedOperator(network, 'POST /operator/makers', { body: { name: 'x', accounts: [], ...body }, code })
	await create({ accounts: [taken] }, 'account_taken')
	await create({ accounts: ['account_sim1nothing'] }, 'invalid_address')
	await create({ accounts: [network.tokens.get('XRD')?.resourceAddress] }, 'invalid_address')
	await create({ level: 3 }, 'validation_failed')
	await create({ name: '' }, 'validation_failed')
	await create({ api_key: 'x' }, 'unknown_field')
	const level = `/operator/accounts/${user?.account}/level` as const
	await refusedOperator(network, `PUT ${level}`, { body: { level: 3 }, code: 'validation_failed' })
	await refusedOperator(network, 'PUT /operator/accounts/account_sim1nothing/level', {
		body: { level: 0 },
		code: 'invalid_address',
	})
	assert.equal((await askOperator(network, 'GET /operator/makers')).makers.length, 6)
})
