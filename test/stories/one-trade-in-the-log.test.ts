import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bytesWritten, linesWritten, openLog } from '../../packages/service/src/log/log.ts'
import { Metrics } from '../../packages/service/src/metrics/metrics.ts'
import { untilState } from '../network/order-state.ts'
import { publishTrade } from '../network/published-trade.ts'
import { refusedWith } from '../network/refused-with.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { limitOrder, signLimitOrder } from '../network/test-user.ts'

type Entry = { readonly msg: string; readonly order?: string; readonly [member: string]: unknown }

const lines: string[] = []
const metrics = new Metrics()
let network: TestNetwork

before(async () => {
	const log = openLog({ level: 'info', metrics }, { write: line => void lines.push(line) })
	network = await startTestNetwork({ log, users: 2, makers: 2, solvers: 1 })
})
after(() => network?.stop())

// shows decision 53: One name in the log
test('every line about an order, its parts, its fills and its bundle names the order', async () => {
	const pair = 'XRD/xUSDC'
	const first = await connectMaker(network, network.makers[0], { books: [{ pair, bids: ['0.05 1000'] }] })
	const second = await connectMaker(network, network.makers[1], { books: [{ pair, bids: ['0.05 1000'] }] })
	const solver = connectSolver(network, network.solvers[0])
	const [user, other] = network.users
	const trade = await publishTrade(network, solver, { user, order: { sell: '1500 XRD', buy: '75 xUSDC' } })
	const later = await publishTrade(network, solver, { user: other, order: { sell: '100 XRD', buy: '5 xUSDC' } })
	const { transactionId } = await settle(network, solver, trade.bundle)
	await untilState(network, trade.order, 'settled')
	const [asked] = first.newOrders
	assert(asked !== undefined)
	await assert.rejects(first.client.fill(asked.id, later.order.signedPartialTransaction))
	await network.drain()
	const { subintentId } = trade.order
	const entries = lines.map(line => JSON.parse(line) as Entry).filter(({ order }) => order === subintentId)
	const said = Object.groupBy(entries, ({ msg }) => msg)
	const counts = Object.fromEntries(Object.entries(said).map(([msg, found]) => [msg, found?.length]))
	assert.deepEqual(counts, {
		'maker asked': 2,
		'order accepted': 1,
		'fill accepted': 2,
		'order filled': 1,
		'order published': 1,
		'order settled': 1,
		'fill refused': 1,
	})
	// The request that brought it, and its later ids.
	assert.match(String(said['order accepted']?.[0]?.requestId), /^[0-9a-f-]{36}$/)
	const fills = said['fill accepted']?.map(({ subintentId: fill }) => String(fill)) ?? []
	const bundle = said['order published']?.[0]?.bundle as { number: string; subintentIds: string[] }
	assert.deepEqual(bundle.subintentIds.toSorted(), [subintentId, ...fills].toSorted())
	assert.match(bundle.number, /^\d+$/)
	assert.equal(said['order settled']?.[0]?.transactionId, transactionId)
	// No line about it lacks its name.
	const ids = [subintentId, ...fills, ...first.newOrders.slice(0, 1).map(({ id }) => id)]
	const unnamed = lines.filter(line => ids.some(id => line.includes(id)) && !line.includes(`"order":"${subintentId}"`))
	assert.deepEqual(unnamed, [])
	for (const maker of [first, second]) maker.disconnect()
	solver.close()
})

// shows decision 53: One name in the log
test('a rejected part, and who is asked instead, are logged under the name of the order', async () => {
	const book = { pair: 'XRD/xUSDC', bids: ['0.05 1000'] }
	const first = await connectMaker(network, network.makers[0], { books: [book], answer: () => 'reject' })
	const second = await connectMaker(network, network.makers[1], { books: [book] })
	const solver = connectSolver(network, network.solvers[0])
	const [, user] = network.users
	const { order } = await publishTrade(network, solver, { user, order: { sell: '200 XRD', buy: '10 xUSDC' } })
	await network.drain()
	const entries = lines.map(line => JSON.parse(line) as Entry).filter(entry => entry.order === order.subintentId)
	const told = entries.map(({ msg, makerId }) => (makerId === undefined ? msg : `${msg}: ${String(makerId)}`))
	assert.deepEqual(told.toSorted(), [
		'fill accepted: maker-2',
		'maker asked: maker-1',
		'maker asked: maker-2',
		'order accepted',
		'order filled',
		'order published',
		'part rejected: maker-1',
	])
	for (const maker of [first, second]) maker.disconnect()
	solver.close()
})

// shows decision 53: One name in the log
test('a refused order is logged with its id, account and pair, and a refused fill with those of its own', async () => {
	const [user] = network.users
	assert(user !== undefined)
	const order = signLimitOrder(network, user, limitOrder({ sell: '100 XRD', buy: '5 xUSDC' }))
	const { signedPartialTransaction, subintentId } = order
	await refusedWith('no_liquidity', network.dex.submitOrder(signedPartialTransaction))
	const said = (msg: string) => lines.map(line => JSON.parse(line) as Entry).filter(entry => entry.msg === msg)
	const refused = said('order refused').at(-1)
	assert.deepEqual(
		[refused?.code, refused?.order, refused?.account, refused?.pair],
		['no_liquidity', subintentId, user.account, 'XRD/xUSDC'],
	)
	const [fill] = said('fill refused')
	assert.deepEqual([fill?.pair, fill?.account], ['XRD/xUSDC', network.users[1]?.account])
	await refusedWith('invalid_signed_partial_transaction', network.dex.submitOrder('4d'))
	const unreadable = said('order refused').at(-1)
	assert.deepEqual([unreadable?.order, unreadable?.account, unreadable?.pair], [undefined, undefined, undefined])
})

test('log lines are counted, by level and in bytes', () => {
	const info = lines.filter(line => JSON.parse(line).level === 30).length
	assert.deepEqual(
		[metrics.countOf(linesWritten, 'info'), metrics.countOf(bytesWritten, '')],
		[info, lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0)],
	)
})
