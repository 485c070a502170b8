import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../packages/service/src/testing/test-database.ts'
import { without } from '../fixtures/debian-programs.ts'
import { callOf, publishRecognizing } from '../fixtures/recognizing-package.ts'
import { untilShown } from '../network/book-text.ts'
import { refusedWith } from '../network/refused-with.ts'
import { connectMaker } from '../network/test-maker.ts'
import type { TestNetwork } from '../network/test-network.ts'
import { connectSolver, tryRoot } from '../network/test-solver.ts'
import { placeOrder } from '../network/test-user.ts'
import { startTwoNodes } from '../network/two-nodes.ts'
import { until } from '../network/until.ts'

const { config, drop } = await createTestDatabase()

const book = { pair: 'XRD/xUSDC', bids: ['0.05 4000'] }

// shows decision 18: Published code is run by one order at a time
test('published code is run by one order at a time over all nodes, and its failures count at all of them', {
	skip: without('nats-server'),
}, async () => {
	await using opened = new AsyncDisposableStack()
	opened.defer(drop)
	const { a, b } = await startTwoNodes(opened, { database: config })
	const [user, other] = a.users
	await connectMaker(a, a.makers[0], { books: [book] })
	for (const node of [a, b]) await untilShown(node, book)
	const solver = connectSolver(a, a.solvers[0])
	const failing = publishRecognizing(a.ledger.ledger, { belowXrd: 5.5, does: 'fail' })
	const edit = (manifest: string) => [callOf(failing), manifest].join('\n')
	const place = (node: TestNetwork, from: typeof user) =>
		placeOrder(node, from, { sell: '100 XRD', buy: '5 xUSDC' }, { edit })

	const sent = await Promise.allSettled([place(a, user), place(b, other)])
	const taken = sent.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))
	const refused = sent.flatMap(result => (result.status === 'rejected' ? [result.reason.code] : []))
	assert.deepEqual([taken.length, refused], [1, ['too_many_open_orders']])
	const [order] = taken
	assert.ok(order !== undefined)
	const later = sent[0].status === 'fulfilled' ? other : user
	for (const node of [a, b]) await refusedWith('too_many_open_orders', place(node, later))

	const { outcome } = await tryRoot(a, solver, await solver.bundleOf(order), { lockFeeXrd: '5' })
	assert.equal(outcome, 'CommittedFailure')
	a.clock.advance(50)
	await until('the failure to count', async () => {
		a.clock.advance(1)
		return (await a.service.db.selectFrom('prefix_use').select('failures').execute()).some(use => use.failures > 0)
	})
	for (const node of [a, b]) await refusedWith('package_paused', place(node, later))
})
