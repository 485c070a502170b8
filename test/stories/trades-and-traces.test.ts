import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { readManifest, readSignedPartialTransaction, unwrap } from '@accord/ledger'
import { Decimal, PriceLevel, TradeTrace } from '@accord/protocol'
import { GatewayProxy, noPath } from '../network/gateway-proxy.ts'
import { untilState } from '../network/order-state.ts'
import { participants } from '../network/participant.ts'
import { publishTrade } from '../network/published-trade.ts'
import { refusedWith } from '../network/refused-with.ts'
import { connectMaker, silent } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork, testNetworkId } from '../network/test-network.ts'
import { connectSolver, settle, type TestSolver } from '../network/test-solver.ts'
import { placeOrder } from '../network/test-user.ts'
import { refusedTrade } from '../network/trade-request.ts'

let network: TestNetwork
let solver: TestSolver
let gatewayProxy: GatewayProxy

/** The makers, under names that cannot occur as labels of a trace. */
const desks = participants('maker', 3, testNetworkId).map(({ name, account }, at) => ({
	name: `Desk ${at + 1}`,
	maker_id: `desk-${at + 1}`,
	accounts: [account],
	api_key: `play-key-of-${name}`,
}))

before(async () => {
	gatewayProxy = await GatewayProxy.start()
	network = await startTestNetwork({ users: 5, makers: 3, gatewayProxy, settings: { makers: desks } })
	solver = connectSolver(network, network.solvers[0])
})
after(async () => {
	await network?.stop()
	gatewayProxy?.stop()
})

/** What a public answer must never say. */
function assertAnonymous(trace: TradeTrace): void {
	const text = JSON.stringify(TradeTrace.format(trace))
	for (const { name, maker_id: makerId } of desks) assert(!text.includes(name) && !text.includes(makerId))
}

// shows Trade API addition: GET /trade/trades, /trade/trades/:subintent_id
// shows best execution: The record's hash is on the ledger with the trade, and the trace publishes it
test('a settled trade is listed with its price, and its trace has every manifest up to the ledger’s transaction', async () => {
	const makers = await Promise.all([
		connectMaker(network, network.makers[0], { books: [{ pair: 'XRD/xUSDC', bids: ['0.05 60'] }] }),
		connectMaker(network, network.makers[1], { books: [{ pair: 'XRD/xUSDC', bids: ['0.04 1000'] }] }),
	])
	const [user] = network.users
	const { order, bundle } = await publishTrade(network, solver, { user, order: { sell: '100 XRD', buy: '4.6 xUSDC' } })
	assert.equal((await network.dex.tradeTrace(order.subintentId)).matchRecord, undefined)
	const { transactionId } = await settle(network, solver, bundle)
	const { history } = await untilState(network, order, 'settled')
	await Promise.all(makers.map(maker => maker.told(['started', 'Settled'])))

	const listed = await network.dex.trades({ pair: { base: 'XRD', quote: 'xUSDC' } })
	assert.deepEqual(listed, {
		trades: [
			{
				subintentId: order.subintentId,
				transactionId,
				pair: { base: 'XRD', quote: 'xUSDC' },
				side: 'sell',
				price: Decimal.parse('0.046'),
				baseAmount: Decimal.parse('100'),
				quoteAmount: Decimal.parse('4.6'),
				settledAtMs: history.at(-1)?.atMs,
			},
		],
	})
	assert.deepEqual(await network.dex.trades(), listed)

	const trace = await network.dex.tradeTrace(order.subintentId)
	assertAnonymous(trace)
	assert.deepEqual(
		trace.events.map(({ kind, maker = '' }) => `${kind} ${maker}`.trim()).filter(text => !text.includes('maker')),
		['accepted', 'filled', 'published', 'settled'],
	)
	assert.deepEqual(
		trace.parts.map(({ maker, state, levels, fill }) => [maker, state, levels, fill?.state, fill?.transactionId]),
		trace.parts.map(({ levels }, at) => [`maker-${at + 1}`, 'filled', levels, 'Settled', transactionId]),
	)
	assert.deepEqual(trace.parts.flatMap(({ levels }) => levels.map(one => PriceLevel.format(one))).toSorted(), [
		['0.04', '40'],
		['0.05', '60'],
	])
	const fillIds = trace.parts.map(({ fill }) => fill?.subintentId)
	assert.deepEqual(
		trace.items.map(item => [item.role, item.subintentId, item.maker]),
		[['order', order.subintentId, undefined], ...fillIds.map((id, at) => ['fill', id, `maker-${at + 1}`])],
	)
	for (const { manifest, outer, subintentId: id, signedPartialTransaction: bytes = '' } of trace.items) {
		assert.equal(readManifest(manifest, testNetworkId).filter(({ name }) => name === 'VERIFY_PARENT').length, 1)
		assert(outer?.manifest.includes(`Intent("${id}")`))
		const signed = readSignedPartialTransaction(bytes, testNetworkId)
		assert.deepEqual([signed.subintentId, signed.signers.length], [id, 1])
		// The bytes sent to solvers, and inside them those that were signed.
		const published = outer?.signedPartialTransaction ?? ''
		assert(bundle.some(({ signedPartialTransaction }) => signedPartialTransaction === published))
		assert.equal(unwrap(published, testNetworkId).signedPartialTransaction, bytes)
	}
	assert.equal(trace.items[0]?.signedPartialTransaction, order.signedPartialTransaction)
	// The hash of the record, as anyone computes it, is in the bytes that the ledger committed.
	const hash = createHash('sha256')
		.update(trace.matchRecord ?? '')
		.digest('hex')
	const committed = Buffer.from(trace.items[0]?.outer?.signedPartialTransaction ?? '', 'hex')
	assert(committed.includes(`accord-match-v1:${hash}`))
	assert.equal(trace.roots.length, 1)
	const [root] = trace.roots
	assert(root !== undefined)
	const details = await network.gateway.committedDetails(transactionId)
	assert.deepEqual(
		{ ...root, manifest: '', solverRewards: [], committedAtMs: 0 },
		{
			transactionId,
			subintentIds: [order.subintentId, ...fillIds],
			manifest: '',
			solver: network.solvers[0]?.account,
			feePaidXrd: Decimal.parse(details.fee_paid ?? ''),
			solverRewards: [],
			stateVersion: details.state_version,
			committedAtMs: 0,
		},
	)
	for (const { outer } of trace.items) assert(root.manifest.includes(`Intent("${outer?.subintentId}")`))
	assert.deepEqual(root.solverRewards.map(({ symbol }) => symbol).toSorted(), ['XRD', 'xUSDC'])
	assert(root.solverRewards.every(({ amount }) => Decimal.isPositive(amount)))
	await Promise.all(makers.map(maker => maker.leave()))
})

// shows Trade API addition: GET /trade/trades, /trade/trades/:subintent_id
test('makers’ signatures are shown once the order is published, not before', async () => {
	const [, user, other] = network.users
	const maker = await connectMaker(network, network.makers[2], {
		books: [{ pair: 'XRD/xUSDC', bids: ['0.05 1000'] }],
		answer: silent,
	})
	const { subintentId } = await placeOrder(network, user, { sell: '100 XRD', buy: '5 xUSDC' })
	const asked = await network.dex.tradeTrace(subintentId)
	assertAnonymous(asked)
	assert.deepEqual([asked.state, asked.items, asked.roots], ['awaiting_fills', [], []])
	assert.deepEqual(
		asked.parts.map(part => [part.maker, part.state, part.levels, part.fill]),
		[['maker-1', 'asked', [], undefined]],
	)
	await maker.fill(await maker.asked())
	await untilState(network, { subintentId }, 'published')
	const published = await network.dex.tradeTrace(subintentId)
	assert.deepEqual(
		[published.items.length, published.parts[0]?.levels, published.parts[0]?.fill?.account, published.roots],
		[2, [{ price: Decimal.parse('0.05'), amount: Decimal.parse('100') }], network.makers[2]?.account, []],
	)

	const rejected = await placeOrder(network, other, { sell: '100 XRD', buy: '5 xUSDC' })
	await maker.client.reject((await maker.asked(2)).id, 'a reason of the maker’s own')
	await untilState(network, rejected, 'unfilled')
	const trace = await network.dex.tradeTrace(rejected.subintentId)
	assertAnonymous(trace)
	assert.deepEqual([trace.items, trace.parts[0]?.state, trace.parts[0]?.levels], [[], 'rejected', []])
	assert(!JSON.stringify(TradeTrace.format(trace)).includes('a reason of the maker'))
	await maker.leave()
})

// shows Trade API addition: GET /trade/trades, /trade/trades/:subintent_id
test('trades are listed newest first, in pages, of one pair or of all', async () => {
	const maker = await connectMaker(network, network.makers[0], {
		books: [
			{ pair: 'XRD/xUSDC', bids: ['0.05 1000'] },
			{ pair: 'xETH/xUSDC', asks: ['3000 1'] },
		],
		executionsFrom: 3,
	})
	const ids: string[] = []
	const wishes = [
		{ sell: '100 XRD', buy: '5 xUSDC' },
		{ sell: '300 xUSDC', buy: '0.1 xETH' },
	]
	for (const [at, wish] of wishes.entries()) {
		network.clock.advance(1)
		const { order, bundle } = await publishTrade(network, solver, { user: network.users[3 + at], order: wish })
		await settle(network, solver, bundle)
		await untilState(network, order, 'settled')
		ids.unshift(order.subintentId)
	}
	const all = await network.dex.trades()
	assert.deepEqual(
		all.trades.slice(0, 2).map(trade => [trade.subintentId, trade.pair.base, trade.side, Decimal.format(trade.price)]),
		[
			[ids[0], 'xETH', 'buy', '3000'],
			[ids[1], 'XRD', 'sell', '0.05'],
		],
	)
	const paged: string[] = []
	let before: string | undefined
	do {
		const page = await network.dex.trades({ limit: 1, ...(before === undefined ? {} : { before }) })
		paged.push(...page.trades.map(trade => trade.subintentId))
		before = page.next
	} while (before !== undefined)
	assert.deepEqual(
		paged,
		all.trades.map(trade => trade.subintentId),
	)
	const ethOnly = await network.dex.trades({ pair: { base: 'xETH', quote: 'xUSDC' } })
	assert.deepEqual(
		ethOnly.trades.map(trade => trade.subintentId),
		[ids[0]],
	)
	await maker.leave()
})

// shows Trade API addition: GET /trade/trades, /trade/trades/:subintent_id
test('while the ledger is unreachable the trace lacks its transaction, and gets it later', async () => {
	const maker = await connectMaker(network, network.makers[1], {
		books: [{ pair: 'XRD/xUSDC', bids: ['0.05 1000'] }],
		executionsFrom: 3,
	})
	const { order, bundle } = await publishTrade(network, solver, {
		user: network.users[0],
		order: { sell: '100 XRD', buy: '5 xUSDC' },
	})
	await settle(network, solver, bundle)
	await untilState(network, order, 'settled')
	const roots = async () => (await network.dex.tradeTrace(order.subintentId)).roots.length
	gatewayProxy.failing = /committed-details/
	assert.equal(await roots(), 0)
	gatewayProxy.failing = noPath
	assert.equal(await roots(), 1)
	await maker.leave()
})

test('error: an unknown order, a pair that is not traded, an invalid page', async () => {
	await refusedWith('unknown_order', network.dex.tradeTrace('subtxid_sim1unknown'))
	await refusedWith('unknown_pair', network.dex.trades({ pair: { base: 'xUSDC', quote: 'XRD' } }))
	await refusedWith('validation_failed', network.dex.trades({ before: '../1' }))
	await refusedWith('validation_failed', network.dex.trades({ limit: 501 }))
	await refusedTrade(network, '/trade/trades?base=XRD', { status: 422, code: 'validation_failed' })
	await refusedTrade(network, '/trade/trades/%00', { status: 422, code: 'validation_failed' })
})
