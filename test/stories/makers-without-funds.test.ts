import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Doctor, DoctorCheck, OrderTrace, WireOf } from '@accord/protocol'
import { runCommand } from '../../packages/cli/src/program-fixture.ts'
import { moveFunds } from '../network/move-funds.ts'
import { askOperator, operatorEnv, operatorSetting } from '../network/operator-request.ts'
import { untilState } from '../network/order-state.ts'
import type { Participant } from '../network/participant.ts'
import { publishTrade } from '../network/published-trade.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, type TestSolver } from '../network/test-solver.ts'
import { placeOrder, type SignedOrder } from '../network/test-user.ts'
import { until } from '../network/until.ts'

// Who lacked the funds is named by the trace, the doctor and the maker's view, in the same words.

const sale = { sell: '100 XRD', buy: '5 xUSDC' }
const books = [{ pair: 'XRD/xUSDC', bids: ['0.05 1000'] }]

let network: TestNetwork
let solver: TestSolver

before(async () => {
	network = await startTestNetwork({ users: 4, makers: 3, solvers: 1, settings: operatorSetting })
	solver = connectSolver(network, network.solvers[0])
})
after(() => network?.stop())

async function command(...words: string[]): Promise<string> {
	const env = operatorEnv(network)
	return (await runCommand(words, env)).out
}

async function detailOf(name: DoctorCheck['name']): Promise<string> {
	const { checks } = await askOperator<WireOf<typeof Doctor>>(network, 'GET /operator/doctor')
	return checks.find(check => check.name === name)?.detail ?? assert.fail(`the doctor has no check ${name}`)
}

async function eventsOf({ subintentId }: SignedOrder): Promise<string[]> {
	const trace = await askOperator<WireOf<typeof OrderTrace>>(network, `GET /operator/orders/${subintentId}/trace`)
	return trace.events.map(({ what, maker, code }) => [what, maker, code].filter(Boolean).join(' '))
}

async function untilExpired(order: SignedOrder, { unfunded }: { unfunded: Participant }): Promise<void> {
	network.clock.advance(46)
	await untilState(network, order, 'expired')
	await until('its funds to be checked', async () => {
		network.clock.advance(1)
		const checked = network.service.db.selectFrom('expired_intent').select('account').where('is_unfunded', '=', true)
		return (await checked.execute()).some(({ account }) => account === unfunded.account)
	})
}

// shows operator API: All orders, and the trace of each
test('a maker that answers at once, without the funds: trace, doctor and maker say which fill was refused, and why', async () => {
	const maker = await connectMaker(network, network.makers[0], { books })
	const [user] = network.users
	await moveFunds(network, { from: maker.account, to: user as Participant, symbol: 'xUSDC', left: '1' })
	network.clock.freeze()
	const order = await placeOrder(network, user, sale)
	await until('the fill to be refused', () => maker.errors.length > 0)
	network.clock.advance(4)
	network.clock.thaw()
	await untilState(network, order, 'unfilled')
	assert.deepEqual(await eventsOf(order), [
		...['accepted', 'asked maker-1', 'fill_refused maker-1 insufficient_funds', 'timed_out maker-1', 'unfilled'],
	])
	const trace = await command('orders', 'trace', order.subintentId)
	assert.match(trace, /maker-1: sent a fill that was refused: insufficient_funds$/m)
	assert.match(trace, /maker-1: had no fill accepted in time$/m)
	assert.doesNotMatch(trace, /did not answer/)
	assert.match(await detailOf('orders'), /: maker-1 sent a fill that was refused: insufficient_funds \(1\)$/)
	assert.match(
		await detailOf('fills'),
		/, 0 not answered, 1 with a refused fill, .*: maker-1 insufficient_funds \(1\)$/,
	)
	assert.match(await command('maker', 'show', 'maker-1'), /^refused fills +insufficient_funds \(1\)$/m)
	await maker.leave()
})

// shows decision 38: The doctor runs every check and says what to do
test('a maker that moves its funds after its fill: trace and doctor name it as the cause that the order expired', async () => {
	const maker = await connectMaker(network, network.makers[1], { books })
	const { order } = await publishTrade(network, solver, { user: network.users[1], order: sale })
	await moveFunds(network, { from: maker.account, to: network.users[0] as Participant, symbol: 'xUSDC' })
	await untilExpired(order, { unfunded: maker.account })
	assert.match(await detailOf('orders'), /\bmaker-2 lacked the funds of its fill \(1\)/)
	assert.deepEqual((await eventsOf(order)).slice(-2).toSorted(), ['expired', 'fill_expired maker-2 insufficient_funds'])
	const trace = await command('orders', 'trace', order.subintentId)
	assert.match(trace, / {2}expired: maker-2 lacked the funds of its fill$/m)
	assert.match(trace, /maker-2: its fill expired: insufficient_funds$/m)
	assert.doesNotMatch(trace, /no solver settled it/)
	const published = await network.dex.tradeTrace(order.subintentId)
	assert.deepEqual(
		published.events.filter(({ code }) => code !== undefined),
		[],
	)
	await maker.leave()
})

// shows decision 38: The doctor runs every check and says what to do
test('a user who moves the funds of a published order: trace and doctor blame no maker and no solver', async () => {
	const maker = await connectMaker(network, network.makers[2], { books })
	const [receiver, , user] = network.users as [Participant, Participant, Participant]
	const { order } = await publishTrade(network, solver, { user, order: sale })
	await moveFunds(network, { from: user, to: receiver, symbol: 'XRD', left: '20' })
	await untilExpired(order, { unfunded: user })
	assert.match(await detailOf('orders'), /\bthe user’s account lacked the funds \(1\)/)
	assert.doesNotMatch(await detailOf('orders'), /no solver/)
	assert.match(
		await command('orders', 'trace', order.subintentId),
		/ {2}expired: the user’s account lacked the funds$/m,
	)
	await maker.leave()
})
