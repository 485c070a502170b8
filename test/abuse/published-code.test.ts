import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { callOf, publishRecognizing } from '../fixtures/recognizing-package.ts'
import { untilState } from '../network/order-state.ts'
import type { Participant } from '../network/participant.ts'
import { refusedWith } from '../network/refused-with.ts'
import { openSolver } from '../network/solver-socket.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle, type TestSolver, tryRoot } from '../network/test-solver.ts'
import { limitOrder, placeOrder, type SignedOrder, signLimitOrder } from '../network/test-user.ts'
import { until } from '../network/until.ts'

// Published code that orders run before their fixed instructions: it may behave in one way where it is previewed and in
// another at the commit.

const sale = { sell: '100 XRD', buy: '5 xUSDC' }

let network: TestNetwork
let solver: TestSolver
let users: Participant[]
/** Never misbehaves: no fee balance is that low. */
let harmless: string
let listed: string

before(async () => {
	const place = await publishedAddresses()
	listed = place.listed
	network = await startTestNetwork({
		users: 8,
		makers: 1,
		settings: { prefix: { packages: [listed] }, limits: { prefix_previews_per_minute: 1_000 } },
	})
	users = network.users
	solver = connectSolver(network, network.solvers[0])
	await connectMaker(network, network.makers[0], { books: [{ pair: 'XRD/xUSDC', bids: ['0.05 100000'] }] })
	harmless = publishRecognizing(network.ledger.ledger, { belowXrd: 0, does: 'fail' })
	assert.equal(publishRecognizing(network.ledger.ledger, { belowXrd: 0, does: 'work' }), listed)
})
after(() => network?.stop())

/** A package has the same address on every ledger, so what another one says can be configured. */
async function publishedAddresses() {
	const other = await startTestNetwork()
	const listed = publishRecognizing(other.ledger.ledger, { belowXrd: 0, does: 'work' })
	await other.stop()
	return { listed }
}

const running = (...addresses: string[]) => ({
	edit: (manifest: string) => [...addresses.map(callOf), manifest].join('\n'),
})
const place = (user: Participant | undefined, ...addresses: string[]) =>
	placeOrder(network, user, sale, running(...addresses))

async function untilJudged({ subintentHash }: SignedOrder): Promise<void> {
	await until('an order to be judged', async () => {
		network.clock.advance(1)
		const open = await network.service.db.selectFrom('prefix_use').select('order_hash').execute()
		return open.every(({ order_hash: hash }) => hash !== subintentHash)
	})
}

async function settled(order: SignedOrder): Promise<void> {
	await settle(network, solver, await solver.bundleOf(order))
	await untilState(network, order, 'settled')
	await untilJudged(order)
}

async function expired(order: SignedOrder): Promise<void> {
	network.clock.advance(50)
	await until('an order to expire', async () => {
		network.clock.advance(1)
		return (await network.dex.order(order.subintentId)).state === 'expired'
	})
	await untilJudged(order)
}

const violationsOf = async (user: Participant | undefined, address: string) => {
	if (user === undefined) throw new Error('no such user')
	const { signedPartialTransaction } = signLimitOrder(network, user, limitOrder(sale), running(address))
	return (await network.dex.check({ signedPartialTransaction })).violations.map(({ rule }) => rule)
}

// shows decision 18: Published code is run by one order at a time
test('code that is not listed is run by one open order at a time, whoever sends it; a check says so', async () => {
	const [first, second, third] = users
	const order = await place(first, harmless)
	await refusedWith('too_many_open_orders', place(second, harmless))
	assert.deepEqual(await violationsOf(second, harmless), ['too_many_open_orders'])
	await refusedWith('too_many_open_orders', place(third, listed, harmless))
	await settled(order)
	assert.deepEqual(await violationsOf(second, harmless), [])
	await settled(await place(second, harmless))
})

test('one signer runs such code in one open order at a time, even from several accounts', async () => {
	const [first, second] = users as [Participant, Participant]
	const other = publishRecognizing(network.ledger.ledger, { belowXrd: 0.000001, does: 'fail' })
	const order = await place(first, harmless)
	const both = { ...running(other), keyPairs: [second.keyPair, first.keyPair] }
	await refusedWith('too_many_open_orders', placeOrder(network, second, sale, both))
	await place(second, other).then(settled)
	await settled(order)
})

test('of many sent at once one is taken', async () => {
	const results = await Promise.allSettled(users.slice(0, 6).map(user => place(user, harmless)))
	const taken = results.filter(({ status }) => status === 'fulfilled')
	assert.equal(taken.length, 1)
	for (const result of results)
		if (result.status === 'rejected') assert.equal(result.reason.code, 'too_many_open_orders')
	for (const result of results) if (result.status === 'fulfilled') await settled(result.value)
})

test('listed packages and the ledger’s own code are run by any number of orders', async () => {
	const [first, second, third, fourth] = users
	const native =
		'CALL_METHOD Address("consensusmanager_sim1scxxxxxxxxxxcnsmgrxxxxxxxxx000999665565xxxxxxxxxxc06cl") "get_current_epoch";'
	const edit = (manifest: string) => [native, manifest].join('\n')
	const orders = await Promise.all([
		place(first, listed),
		place(second, listed),
		placeOrder(network, third, sale, { edit }),
		placeOrder(network, fourth, sale, { edit }),
	])
	for (const order of orders) await settled(order)
	assert.deepEqual(await network.service.db.selectFrom('prefix_use').selectAll().execute(), [])
})

// shows error: package_paused
test('code that fails at the commit is refused for a minute, then two, until it is forgotten', async () => {
	const [first, second] = users
	// What a solver locks is less than what a preview locks.
	const failing = publishRecognizing(network.ledger.ledger, { belowXrd: 5.5, does: 'fail' })
	for (const minutes of [1, 2]) {
		const order = await place(first, failing)
		const { outcome } = await tryRoot(network, solver, await solver.bundleOf(order), { lockFeeXrd: '5' })
		assert.equal(outcome, 'CommittedFailure')
		await expired(order)
		const refusal = await refusedWith('package_paused', place(second, failing))
		const retryAfterS = Number(refusal.extra.retry_after_s)
		assert.ok(retryAfterS > (minutes - 1) * 60 && retryAfterS <= minutes * 60, String(retryAfterS))
		assert.deepEqual(await violationsOf(second, failing), ['package_paused'])
		await place(second, harmless).then(settled)
		network.clock.advance(60 * minutes + 1)
	}
	assert.deepEqual(await violationsOf(second, failing), [])
	network.clock.advance(86_400)
	await until('the failures to be forgotten', async () => {
		network.clock.advance(1)
		return (await network.service.db.selectFrom('prefix_use').selectAll().execute()).length === 0
	})
})

test('code that costs more at the commit than in its preview is refused as well, though its order settled', async () => {
	const [first, second] = users
	const working = publishRecognizing(network.ledger.ledger, { belowXrd: 5.5, does: 'work' })
	const order = await place(first, working)
	const bundle = await solver.bundleOf(order)
	const { feeXrd } = await settle(network, solver, bundle, { lockFeeXrd: '5' })
	assert.ok(Decimal.parse(feeXrd.total) > Decimal.parse('3'), feeXrd.total)
	await untilState(network, order, 'settled')
	await untilJudged(order)
	await refusedWith('package_paused', place(second, working))
	await place(second, harmless).then(settled)
})

test('a component counts as its package', async () => {
	const [first, second] = users
	const { faucet, faucet_package: faucetPackage } = network.ledger.ledger.info.wellKnownAddresses
	const edit = (manifest: string) => [`CALL_METHOD Address("${faucet}") "free";`, manifest].join('\n')
	const order = await placeOrder(network, first, sale, { edit })
	const uses = await network.service.db
		.selectFrom('prefix_use')
		.select('key')
		.where('order_hash', '=', order.subintentHash)
		.orderBy('key')
		.execute()
	assert.deepEqual(
		uses.map(({ key }) => key),
		[first?.account, faucetPackage],
	)
	await refusedWith('too_many_open_orders', placeOrder(network, second, sale, { edit }))
	await settled(order)
})

// shows solver addition: `prefixes`
test('solvers are told which items have a prefix, and what each cost in its preview', async () => {
	const [plain, events] = [await openSolver(network), await openSolver(network, '?events=1')]
	const order = await place(users[0], listed)
	const bundle = await solver.bundleOf(order)
	const { cost_xrd: costXrd } = await network.service.db
		.selectFrom('order')
		.select('cost_xrd')
		.where('subintent_hash', '=', order.subintentHash)
		.executeTakeFirstOrThrow()
	const prefixes = [{ subintent_id: order.subintentId, cost_xrd: Decimal.format(Decimal.parse(costXrd)) }]
	const params = bundle.map(item => item.signedPartialTransaction)
	for (const { messages } of [plain, events]) {
		const told = () => messages.find(message => (message as { params?: unknown[] }).params?.[0] === params[0])
		await until('the bundle', () => told() !== undefined)
		const { bundle: _, ...message } = told() as Record<string, unknown>
		const head = { jsonrpc: '2.0', id: null, method: 'new_subintent_bundle' }
		assert.deepEqual(message, { ...head, params, prefixes })
	}
	await settled(order)
	const without = await placeOrder(network, users[1], sale)
	await solver.bundleOf(without)
	assert.equal('prefixes' in (plain.messages.at(-1) as object), false)
	await settled(without)
})
