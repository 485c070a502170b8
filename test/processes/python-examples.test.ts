import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { DexClient } from '@accord/sdk'
import { boundBundle } from '../fixtures/bound-bundle.ts'
import { serveBundles, settlements, trade, tradersOf } from '../fixtures/bundle-stream.ts'
import { balanceOf, fundedParticipant, signedOrder, startTestLedger } from '../fixtures/ledger.ts'
import { pythonExamples, runExample, runPythonSolver } from '../fixtures/python-example.ts'
import { withoutRuntime } from '../fixtures/runtimes.ts'
import { NetworkPlace } from '../network/network-process.ts'
import { until } from '../network/until.ts'

const skip = withoutRuntime('python')

// shows documents: A DEX, a maker and a solver in Python, without our SDK
test('the DEX, the maker and the solver of examples/python settle a trade among themselves', { skip }, async t => {
	const place = await NetworkPlace.create()
	t.after(() => place.dispose())
	await place.start('--without', 'maker,solver', '--users', '1')
	const networkFile = join(place.directory, 'network.json')
	const maker = runExample('maker.py', networkFile)
	const solver = runExample('solver.py', networkFile)
	t.after(() => Promise.all([maker.stop(), solver.stop()]))
	const client = new DexClient({ baseUrl: place.readNetworkFile().base_url })
	await until('the maker to quote', async () => {
		assert.equal(maker.child.exitCode, null, maker.output())
		return (await client.orderBook({ base: 'XRD', quote: 'xUSDC' })).bids.length > 0
	})
	const dex = runExample('dex.py', networkFile)
	assert.equal(await dex.ended, 0, dex.output() + solver.output() + maker.output())
	await until('the maker to be told', () => maker.output().includes('2 Settled'))
	assert.match(solver.output(), /submitted txid_sim1\w+/)
})

// shows decision 4: Orders are filled over two makers' books too
test('two makers in Python, each with one pair, fill a sale of XRD for xETH, which the solver settles', {
	skip,
}, async t => {
	const place = await NetworkPlace.create()
	t.after(() => place.dispose())
	await place.start('--without', 'maker,solver', '--users', '1')
	const networkFile = join(place.directory, 'network.json')
	const makers = ['maker-1', 'maker-2'].map(name => runExample('maker.py', networkFile, name))
	const solver = runExample('solver.py', networkFile)
	t.after(() => Promise.all([...makers, solver].map(({ stop }) => stop())))
	const all = () => [...makers, solver].map(({ output }) => output()).join('')
	const client = new DexClient({ baseUrl: place.readNetworkFile().base_url })
	await until('the implied book', async () => {
		for (const { child } of makers) assert.equal(child.exitCode, null, all())
		return (await client.orderBook({ base: 'XRD', quote: 'xETH' })).bids.length > 0
	})
	const dex = runExample('dex.py', networkFile, '1000', 'XRD', '0.016', 'xETH')
	assert.equal(await dex.ended, 0, dex.output() + all())
	for (const { output } of makers) await until('each maker to be told', () => output().includes('2 Settled'))
	const [subintentId = ''] = dex.output().split(' ')
	const { parts, limitOrder, surplus } = await client.order(subintentId)
	assert.deepEqual(
		parts.map(({ state }) => state),
		['filled', 'filled'],
	)
	// 1000 XRD at 0.04995 are 49.95 xUSDC, and at 3003 these are as much xETH: the limit is half a percent lower.
	const received = Decimal.add(limitOrder.buy.amount, surplus?.amount ?? Decimal.zero)
	assert.equal(Decimal.format(received), '0.016633366633366633')
})

// A solver that knows the specification only.
test('the solver of examples/python settles bound bundles of two and of four items, with surplus', {
	skip,
}, async t => {
	const ledger = await startTestLedger()
	t.after(() => ledger.stop())
	const { user, maker } = await tradersOf(ledger)
	const solver = await fundedParticipant(ledger, { name: 'solver-1', funds: { XRD: '100', xUSDC: '1' } })
	const fill = () => signedOrder(ledger, { owner: maker, sell: ['5.1', 'xUSDC'], buy: ['100', 'XRD'] })
	const order = signedOrder(ledger, { owner: user, sell: ['300', 'XRD'], buy: ['15', 'xUSDC'] })
	const bundles = [
		trade(ledger, user, maker, { surplus: '0.1' }),
		boundBundle(ledger, [order, fill(), fill(), fill()], { surplus: '0.1' }),
	]
	const { url, stop } = await serveBundles(bundles)
	t.after(stop)
	const place = { networkId: ledger.networkId, gatewayUrl: ledger.url, solverUrl: url }
	const { output, stop: stopSolver } = runPythonSolver(place, solver.account)
	t.after(stopSolver)
	const transactions = await settlements(ledger, bundles.flat()).catch(cause => assert.fail(`${cause}: ${output()}`))
	assert.equal(new Set(transactions).size, bundles.length)
	assert.equal(await balanceOf(ledger, user.account, 'xUSDC'), Decimal.parse('1020.4'))
	// Of every fill the settlement fee less the rebate, and nothing of the surplus.
	assert.equal(await balanceOf(ledger, solver.account, 'xUSDC'), Decimal.parse('2.2'))
})

for (const name of ['service.py', 'limit_order.py', 'dex.py', 'maker.py', 'solver.py'])
	test(`examples/python/${name} is shorter than 100 lines`, () => {
		assert.ok(readFileSync(join(pythonExamples, name), 'utf8').split('\n').length <= 100)
	})

test('the official toolkit produces the bytes of docs/vectors.json', { skip }, async () => {
	const checker = runExample('../../test/docs/check_vectors.py', '')
	assert.equal(await checker.ended, 0, checker.output())
	assert.match(checker.output(), /^5\d vectors$/m)
})
