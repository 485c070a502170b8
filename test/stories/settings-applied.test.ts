import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Decimal } from '@accord/protocol'
import type { BookHeldBack } from '@accord/sdk/maker'
import { applySettings, passTo, readSettings } from '../network/applied-settings.ts'
import { shownBook, untilShown } from '../network/book-text.ts'
import { EventReader } from '../network/event-reader.ts'
import { askOperator, operatorSetting, refusedOperator } from '../network/operator-request.ts'
import { untilState } from '../network/order-state.ts'
import { refusedWith } from '../network/refused-with.ts'
import { connectMaker, silent, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle, type TestSolver } from '../network/test-solver.ts'
import { limitOrder, placeOrder, signLimitOrder } from '../network/test-user.ts'
import { untilEqual } from '../network/until.ts'

const sale = { sell: '100 XRD', buy: '4.9 xUSDC' }
const bids = (pair: string, bid: string) => ({ pair, bids: [bid] })
let network: TestNetwork
let maker: TestMaker
let solver: TestSolver
/** What the maker was told of levels that are held back. */
const heldBack: BookHeldBack[] = []

before(async () => {
	const levels = [
		{ taker_fee: '0.001', maker_fee: '0.0005' },
		{ taker_fee: '0.0005', maker_fee: '0' },
	]
	network = await startTestNetwork({ users: 4, makers: 1, settings: { ...operatorSetting, levels } })
	const file = await readSettings(network)
	assert.deepEqual([file.version, file.in_force, file.versions], [0, 0, []])
	const without = (symbol: string) => ({
		tokens: (file.settings.tokens as { symbol: string }[]).filter(token => token.symbol !== symbol),
		pairs: (file.settings.pairs as { base: string }[]).filter(({ base }) => base !== symbol),
	})
	passTo(network, await applySettings(network, without('xUSDT')))
	solver = connectSolver(network, network.solvers[0])
	const books = [bids('XRD/xUSDC', '0.05 4000'), bids('xwBTC/xUSDC', '60000 1')]
	const onBookHeldBack = (change: BookHeldBack) => void heldBack.push(change)
	maker = await connectMaker(network, network.makers[0], { books, answer: silent, client: { onBookHeldBack } })
})
after(() => network?.stop())

/** Every token of the ledger in the form of the settings. */
function tokenSetting(symbol: string) {
	const { resourceAddress, divisibility } = network.tokens.get(symbol) ?? assert.fail(symbol)
	return { symbol, resource_address: resourceAddress, divisibility, name: symbol, icon_url: '' }
}

// shows decision 65: Agreed settings change without a restart, and orders end under those that they began with
test('a fee, a price, a pair and a token change while orders run: none is refused or lost', async () => {
	const [first, second, third = assert.fail(), fourth] = network.users
	const stream = await EventReader.open(`${network.service.url}/trade/order_book/stream?base=xwBTC&quote=xUSDC`)

	const change = {
		tokens: ['XRD', 'xUSDC', 'xwBTC', 'xUSDT'].map(tokenSetting),
		pairs: ['XRD', 'xUSDT'].map(base => ({ base, quote: 'xUSDC' })),
		levels: [
			{ taker_fee: '0.003', maker_fee: '0.001' },
			{ taker_fee: '0.002', maker_fee: '0.001' },
		],
		settlement: { prices: { XRD: '0.06', xUSDT: '1' } },
	}
	// A slow machine must not reach the time of the change before the orders do.
	network.clock.freeze()
	const applied = await applySettings(network, change)
	assert.deepEqual([applied.version, applied.is_applied], [3, true])
	assert.deepEqual(
		new Set(applied.changes.map(({ setting }) => setting)),
		new Set(['tokens', 'pairs', 'levels', ...['XRD', 'xETH', 'xUSDT'].map(symbol => `settlement.prices.${symbol}`)]),
	)
	// Nothing changes before its time.
	network.clock.set(applied.valid_from_ms - 1000)
	assert.equal((await readSettings(network)).in_force, 2)
	const composed = signLimitOrder(network, third, limitOrder(sale))
	const order = await placeOrder(network, first, sale)
	const removed = await placeOrder(network, second, { sell: '0.01 xwBTC', buy: '590 xUSDC' })
	const [asked, askedRemoved] = [await maker.asked(1), await maker.asked(2)]

	passTo(network, applied)
	assert.equal((await readSettings(network)).in_force, 3)
	const info = await network.dex.info()
	assert.deepEqual(
		info.perLevelPlatformFee.map(({ takerFee }) => Decimal.format(takerFee)),
		['0.003', '0.002'],
	)
	assert.deepEqual(
		(await network.dex.tokenPairs()).filter(({ quoted }) => quoted !== false).map(({ base }) => base),
		['XRD', 'xUSDT'],
	)
	assert.deepEqual(
		(await network.dex.tokens()).map(({ symbol }) => symbol),
		['XRD', 'xUSDC', 'xwBTC', 'xUSDT'],
	)
	assert.deepEqual(
		info.perTokenSettlementFee.map(({ symbol }) => symbol),
		['XRD', 'xUSDC', 'xwBTC', 'xUSDT'],
	)

	// What was asked for is filled at the fees of then, even in the pair that is gone; what was composed is accepted.
	for (const part of [asked, askedRemoved]) await maker.fill(part)
	await network.dex.submitOrder(composed.signedPartialTransaction)
	await maker.fill(await maker.asked(3))
	network.clock.thaw()
	for (const placed of [order, removed, composed]) {
		await settle(network, solver, await solver.bundleOf(placed))
		await untilState(network, placed, 'settled')
	}
	assert.deepEqual(maker.errors, [])

	// The maker's session goes on, and quotes the new pair; the reader of the removed one sees it empty.
	await maker.quote(bids('xUSDT/xUSDC', '1 1000'))
	await untilShown(network, bids('xUSDT/xUSDC', '1 1000'))
	assert.equal(stream.isOver, false)
	await refusedWith('unknown_pair', placeOrder(network, fourth, { sell: '0.01 xwBTC', buy: '590 xUSDC' }))
	await refusedWith('unknown_pair', network.dex.orderBook({ base: 'xwBTC', quote: 'xUSDC' }))
	await refusedWith('unknown_token', placeOrder(network, fourth, { sell: '0.1 xETH', buy: '290 xUSDC' }))

	// Two minutes later only the new fees are accepted.
	network.clock.advance(121)
	await maker.quote(bids('XRD/xUSDC', '0.05 3900'))
	await refusedWith('fee_too_low', placeOrder(network, fourth, sale))
	const renewed = { ...network, feeInfo: info }
	const last = await placeOrder(renewed, fourth, sale)
	const { signedPartialTransaction } = signLimitOrder(renewed, maker.account, (await maker.asked(4)).fill, {
		role: 'maker',
	})
	await maker.client.fill((await maker.asked(4)).id, signedPartialTransaction)
	await settle(network, solver, await solver.bundleOf(last))
	await untilState(network, last, 'settled')
	network.feeInfo = info

	const { entries } = await askOperator(network, 'GET /operator/audit?limit=1000')
	type Entry = { act: string; actor: string; subject: string; detail: { before: object; after: object } }
	const acts = (entries as Entry[]).filter(({ act }) => act === 'settings_applied')
	const changed = applied.changes.map(({ setting }) => setting).toSorted()
	assert.deepEqual(
		acts.map(({ actor, subject, detail }) => [actor, subject, Object.keys(detail.before).toSorted()]),
		[
			['configuration', 'version 2', ['pairs', 'settlement.prices.xUSDT', 'tokens']],
			['configuration', 'version 3', changed],
		],
	)
})

test('levels beyond the new price band are held back at once, and come back with it; their maker is told', async () => {
	heldBack.length = 0
	const before = await shownBook(network.dex, 'XRD/xUSDC')
	const far = await applySettings(network, { settlement: { prices: { XRD: '0.5' } } })
	passTo(network, far)
	await untilShown(network, { pair: 'XRD/xUSDC' })
	await untilEqual('the maker to be told', () => heldBack.map(({ hidden }) => hidden.map(({ side }) => side)), [
		['bids'],
	])
	const near = await applySettings(network, { settlement: { prices: { XRD: '0.06' } } })
	passTo(network, near)
	await untilShown(network, before)
	await untilEqual('the end to be told', () => heldBack.map(({ hidden }) => hidden.length), [1, 0])
})

// shows error: settings_changed
test('error: a change that another one has overtaken, and settings that no start would accept', async () => {
	const { version, settings } = await readSettings(network)
	const price = (XRD: string) => ({ version, settings: { settlement: { prices: { XRD } } } })
	const answers = await Promise.allSettled([
		askOperator(network, 'POST /operator/settings', { body: price('0.061') }),
		askOperator(network, 'POST /operator/settings', { body: price('0.062') }),
	])
	assert.deepEqual(answers.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
	await refusedOperator(network, 'POST /operator/settings', { body: price('0.063'), code: 'settings_changed' })

	const now = await readSettings(network)
	const refused = async (change: Record<string, unknown>, named: RegExp) => {
		const body = { version: now.version, settings: change }
		const problem = await refusedOperator(network, 'POST /operator/settings', { body, code: 'validation_failed' })
		assert.match(JSON.stringify(problem.errors), named)
	}
	const pairs = settings.pairs as object[]
	await refused({ pairs: [...pairs, { base: 'xETH', quote: 'xUSDC' }] }, /pairs\.2: xETH is not among the tokens/)
	await refused({ settlement: { prices: { XRD: '-1' } } }, /settlement\.prices\.XRD: missing or not positive/)
	await refused({ limits: { connections: 1 } }, /limits: needs a restart/)
	await refused({ levels: [{ taker_fee: '0.003', maker_fee: '0.001' }] }, /levels?.*1/)
	const [xrd, ...others] = settings.tokens as Record<string, unknown>[]
	const swapped = { ...tokenSetting('xETH'), symbol: 'xDOGE' }
	await refused(
		{ tokens: [xrd, ...others, swapped], settlement: { prices: { xDOGE: '1' } } },
		/xDOGE.*has the symbol xETH/,
	)
	const moved = { ...xrd, resource_address: tokenSetting('xETH').resource_address }
	await refused({ tokens: [moved, ...others] }, /another address/)
	await refused({}, /a setting that changes/)
	const early = { ...price('0.07'), version: now.version, valid_from_ms: network.clock.nowMs() }
	await refusedOperator(network, 'POST /operator/settings', { body: early, code: 'validation_failed' })
	const checked = { ...price('0.07'), version: now.version, check: true }
	assert.equal((await askOperator(network, 'POST /operator/settings', { body: checked })).is_applied, false)
	assert.equal((await readSettings(network)).version, now.version)
})

test('a service that starts later takes what was applied, whatever its file says', async () => {
	const { version, settings } = await readSettings(network)
	network.clock.advance(10)
	await network.service.stop()
	const again = await network.anotherNode()
	const found = await readSettings(again)
	assert.deepEqual([found.version, found.in_force, found.settings], [version, version, settings])
})
