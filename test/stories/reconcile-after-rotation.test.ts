import assert from 'node:assert/strict'
import { test } from 'node:test'
import { derivePrivateKey, playSeed, setMarkerKeys } from '@accord/ledger'
import { Decimal, type ReconciledDay, type WireOf } from '@accord/protocol'
import { sql } from 'kysely'
import { askOperator, operatorSetting } from '../network/operator-request.ts'
import { untilState } from '../network/order-state.ts'
import { participant } from '../network/participant.ts'
import { publishTrade } from '../network/published-trade.ts'
import { TestClock } from '../network/test-clock.ts'
import { connectMaker } from '../network/test-maker.ts'
import { fund, plenty, startTestNetwork, type TestNetwork, testNetworkId } from '../network/test-network.ts'
import { connectSolver, settle } from '../network/test-solver.ts'

const sale = { sell: '100 XRD', buy: '4.9 xUSDC' }
const books = [{ pair: 'XRD/xUSDC', bids: ['0.05 10000'] }]

function settingOf(name: string) {
	const { curve, privateKeyHex } = derivePrivateKey({ seed: playSeed, name, curve: 'Ed25519' })
	return { curve, private_key_hex: privateKeyHex }
}

async function compared(network: TestNetwork): Promise<WireOf<typeof ReconciledDay>> {
	const day = new Date(network.clock.nowMs()).toISOString().slice(0, 10)
	const { requested_at_ms: atMs } = await askOperator(network, 'POST /operator/reconciliation', { body: { day } })
	for (let n = 0; n < 8; n++) {
		network.clock.advance(1)
		await network.drain()
	}
	const { days } = await askOperator<{ days: WireOf<typeof ReconciledDay>[] }>(network, 'GET /operator/reconciliation')
	return days.find(one => one.day === day && one.checked_at_ms >= atMs) ?? assert.fail(`${day} was not compared`)
}

// shows decision 55: A day agrees with the ledger, or the differences are found
test('a day in which the service changed its key agrees: each fee is looked for where its bundle paid it', async t => {
	const clock = new TestClock()
	clock.advanceToNoon()
	const settings = { ...operatorSetting, levels: [{ taker_fee: '0.001', maker_fee: '0.0005' }] }
	const network = await startTestNetwork({ users: 3, makers: 1, solvers: 1, accountLevels: {}, settings, clock })
	t.after(() => network.stop())
	const { ledger, gateway, users, makers, solvers } = network
	const [old, young] = [participant('service', 'Ed25519', testNetworkId), participant('new', 'Ed25519', testNetworkId)]
	await fund(ledger, young.account, plenty)
	const [first, second, third] = users
	const maker = await connectMaker(network, makers[0], { books })
	const solver = connectSolver(network, solvers[0])
	const before = await publishTrade(network, solver, { user: first, order: sale })
	await settle(network, solver, before.bundle)
	await untilState(network, before.order, 'settled')
	const open = await publishTrade(network, solver, { user: second, order: sale })
	await maker.leave()

	await network.service.stop()
	const { markers } = ledger
	const signers = [young, old]
	await setMarkerKeys(gateway, { markers, keys: signers.map(one => one.keyPair), signers, networkId: testNetworkId })
	const both = { service_key: settingOf('new'), former_service_key: settingOf('service') }
	const changed = await network.anotherNode(both)
	await connectMaker(changed, makers[0], { books })
	const solverAfter = connectSolver(changed, solvers[0])
	const after = await publishTrade(changed, solverAfter, { user: third, order: sale })
	// One transaction pays both accounts.
	await settle(changed, solverAfter, [...open.bundle, ...after.bundle])
	for (const { order } of [open, after]) await untilState(changed, order, 'settled')

	const { orders, fills, transactions, ...day } = await compared(changed)
	const counted = day.differences.filter(({ kind }) => kind !== 'unexplained_deposit')
	assert.deepEqual([orders, fills, transactions, day.differences_count, counted], [3, 3, 2, 0, []])
	for (const { symbol, amount } of day.platform_fees) {
		const came = day.deposits.find(deposit => deposit.symbol === symbol)?.amount ?? '0'
		// With what both accounts were funded with.
		const funded = Decimal.parse('200000')
		assert.equal(Decimal.format(Decimal.subtract(Decimal.parse(came), funded)), amount, symbol)
	}

	const { db } = changed.service
	await sql`update "order" set platform_fee = platform_fee + 1 where subintent_id = ${open.order.subintentId}`.execute(
		db,
	)
	const falsified = await compared(changed)
	assert.deepEqual(
		falsified.differences
			.map(({ kind }) => kind)
			.filter(kind => kind !== 'unexplained_deposit')
			.sort(),
		['item', 'platform_fee'],
	)
})
