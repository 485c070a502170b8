import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moveFunds } from '../network/move-funds.ts'
import { untilState } from '../network/order-state.ts'
import { publishTrade } from '../network/published-trade.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork } from '../network/test-network.ts'
import { connectSolver, settle, tryRoot } from '../network/test-solver.ts'
import { until } from '../network/until.ts'

// shows decision 10: A published order whose bundle cannot settle because of a fill is matched again
test('a maker empties its account after its fill: another maker is asked, and the order settles with it', async t => {
	const network = await startTestNetwork({ users: 1, makers: 2, solvers: 2 })
	t.after(() => network.stop())
	const solver = connectSolver(network, network.solvers[0])
	const book = (bid: string) => ({ books: [{ pair: 'XRD/xUSDC', bids: [bid] }] })
	const emptied = await connectMaker(network, network.makers[0], book('0.051 1000'))
	const second = await connectMaker(network, network.makers[1], book('0.05 1000'))
	const order = { sell: '100 XRD', buy: '4.9 xUSDC' }
	const trade = await publishTrade(network, solver, { user: network.users[0], order })
	await emptied.told(['started'])
	assert.equal(second.newOrders.length, 0)

	await moveFunds(network, { from: emptied.account, to: second.account, symbol: 'xUSDC' })
	assert.equal((await tryRoot(network, solver, trade.bundle)).outcome, 'CommittedFailure')

	const previewed = async () => {
		const [row] = await network.service.db.selectFrom('bundle').select('previewed_at_ms').execute()
		return row?.previewed_at_ms !== null
	}
	network.clock.advance(4.5)
	await until('the bundle to be previewed', previewed)
	network.clock.advance(1)
	await until('the second maker to be asked', () => second.newOrders.length === 1)
	await second.told(['started'])
	await until('the bundle to be replaced', async () => {
		const [row] = await network.service.db.selectFrom('bundle').select('bundle_number').execute()
		return row?.bundle_number === 3n
	})
	assert.equal((await network.dex.order(trade.order.subintentId)).state, 'published')
	const bundle = await connectSolver(network, network.solvers[1]).bundleOf(trade.order)
	assert.equal(bundle[0].innerId, trade.bundle[0].innerId)
	for (const mixed of [
		[trade.bundle[0], bundle[1]],
		[bundle[0], trade.bundle[1]],
	])
		assert.equal((await tryRoot(network, solver, mixed)).outcome, 'CommittedFailure')
	await settle(network, solver, bundle)
	await untilState(network, trade.order, 'settled')
	await second.told(['started', 'Settled'])
	await emptied.told(['started', 'Expired'])
})
