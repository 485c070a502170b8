import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { accountAddress, deriveKeyPair } from '@accord/ledger'
import { Decimal } from '@accord/protocol'
import { publishBundles } from '../bundles/publish-bundles.ts'
import { fillExecutionsAfter } from '../fills/fill-executions.ts'
import { rejectPart } from '../fills/reject-part.ts'
import { commitmentsIn, recordOf } from '../testing/commitments.ts'
import { amountOf, networkId, nowMs } from '../testing/order-fixture.ts'
import { addMaker, makerFill, openTrade, quote, submitFill, submitOrder, userOrder } from '../testing/trade-fixture.ts'
import { expireParts } from './overdue-orders.ts'
import { rerouteParts } from './reroute-parts.ts'

const makers = ['anna', 'bela', 'carl', 'dora', 'emil']
const keyOf = (maker: string) => deriveKeyPair({ seed: 'rerouting', name: maker, curve: 'Ed25519' })
const accountOf = (maker: string) => accountAddress(keyOf(maker), networkId)

/**
 * Makers with these bids for XRD (`price amount`), and an order that sells 1000 XRD for 50 xUSDC, at a price of 0.05.
 */
async function openSplit(t: TestContext, bids: Record<string, string[]>) {
	const trade = await openTrade(t)
	const { makerQuotes, clock, db, deps } = trade
	for (const maker of makers) await addMaker(db.own, { makerId: maker, address: accountOf(maker) })
	const bid = (maker: string, levels: string[]) => quote(makerQuotes, maker, { bids: levels })
	for (const [maker, levels] of Object.entries(bids)) bid(maker, levels)
	const place = async (expiresInS = 45) => {
		const sold = { sell: amountOf('1000', 'XRD'), platformFee: '1' }
		const order = userOrder({ ...sold, buy: amountOf('50', 'xUSDC'), expiresInS })
		await submitOrder(deps, { signedPartialTransaction: order, receivedAtMs: clock.nowMs() })
	}
	const partOf = (maker: string, state = 'asked') =>
		db.own
			.selectFrom('part')
			.selectAll()
			.where('maker_id', '=', maker)
			.where('state', '=', state as 'asked')
			.executeTakeFirstOrThrow()
	const fill = async (maker: string, { expiresInS = 45 } = {}) => {
		const part = await partOf(maker)
		const signedPartialTransaction = makerFill({
			account: accountOf(maker),
			keyPairs: [keyOf(maker)],
			sell: amountOf(Decimal.format(Decimal.parse(part.fill_sell_amount)), 'xUSDC'),
			buy: amountOf(Decimal.format(Decimal.parse(part.fill_buy_amount)), 'XRD'),
			expiresInS,
		})
		const answer = { makerId: maker, orderId: part.part_id, receivedAtMs: clock.nowMs() }
		await submitFill(deps, { ...answer, signedPartialTransaction })
	}
	const reject = async (maker: string) => {
		const { part_id: orderId } = await partOf(maker)
		await rejectPart(deps, { makerId: maker, orderId, receivedAtMs: clock.nowMs() })
	}
	const idOfOrder = async () =>
		(await db.own.selectFrom('order').select('subintent_id').executeTakeFirstOrThrow()).subintent_id
	const logOf = async (maker: string) => {
		const entries = await fillExecutionsAfter(db.own, { makerId: maker, after: 0, limit: 9 })
		return entries.map(({ sequenceNumber, outcome = 'started' }) => `${sequenceNumber} ${outcome}`)
	}
	return { ...trade, bid, place, fill, reject, partOf, idOfOrder, logOf, summary: () => summarize(db) }
}

/**
 * The orders' states, then every part in the order in which it was requested: maker, base, quote, state and
 * reservation.
 */
async function summarize(db: Awaited<ReturnType<typeof openTrade>>['db']): Promise<string[]> {
	const orders = await db.own.selectFrom('order').select('state').orderBy('accepted_at_ms').execute()
	const parts = await db.own
		.selectFrom('part')
		.selectAll()
		.orderBy('asked_at_ms')
		.orderBy('ended_at_ms')
		.orderBy('maker_id')
		.execute()
	const short = (amount: string) => Decimal.format(Decimal.parse(amount))
	return [
		...orders.map(({ state }) => state),
		...parts.map(part => {
			const amounts = `${short(part.fill_buy_amount)} for ${short(part.fill_sell_amount)}`
			return `${part.maker_id} ${amounts} ${part.state} ${part.reservation}`
		}),
	]
}

// shows decision 10: Rejected and timed-out parts are re-routed while there is time
test('a rejected part is requested of another maker at its own book, and announced like any order', async t => {
	const { clock, deps, messages, partOf, idOfOrder, place, reject, summary } = await openSplit(t, {
		anna: ['0.06 1000'],
		bela: ['0.05 1000'],
	})
	await place()
	await reject('anna')
	messages.length = 0
	clock.advance(500)
	await rerouteParts(deps)
	assert.deepEqual(await summary(), [
		'awaiting_fills',
		'anna 1000 for 60 rejected released',
		'bela 1000 for 50 asked open',
	])
	const part = await partOf('bela')
	assert.deepEqual([part.asked_at_ms, part.fill_before_ms], [BigInt(nowMs + 500), BigInt(nowMs + 3_500)])
	assert.deepEqual(messages, [
		['new_order', { makerId: 'bela', partId: part.part_id, order: await idOfOrder() }],
		['reservation', { pair: { base: 'XRD', quote: 'xUSDC' } }],
	])
})

// shows decision 10: Rejected and timed-out parts are re-routed while there is time
test('a timed-out part is re-routed too, and never to a maker that failed before', async t => {
	const { bid, clock, deps, place, reject, summary } = await openSplit(t, { anna: ['0.06 5000'], bela: ['0.05 1000'] })
	await place()
	clock.advance(3_301)
	await expireParts(deps)
	await rerouteParts(deps)
	const [timedOut, requested] = ['anna 1000 for 60 timed_out released', 'bela 1000 for 50 asked open']
	assert.deepEqual(await summary(), ['awaiting_fills', timedOut, requested])
	bid('anna', ['0.07 5000'])
	await reject('bela')
	await rerouteParts(deps)
	assert.deepEqual(await summary(), ['unfilled', timedOut, 'bela 1000 for 50 rejected released'])
})

// shows decision 10: Rejected and timed-out parts are re-routed while there is time
test('a split order keeps its other fills, and is published in full once the re-routed part is filled', async t => {
	const { db, deps, fill, logOf, place, reject, summary } = await openSplit(t, {
		anna: ['0.06 600'],
		bela: ['0.05 400'],
		carl: ['0.05 300'],
		dora: ['0.05 300'],
	})
	await place()
	const [ofAnna, ofBela] = ['anna 600 for 36', 'bela 400 for 20']
	assert.deepEqual(await summary(), ['awaiting_fills', `${ofAnna} asked open`, `${ofBela} asked open`])
	await fill('anna')
	await publishBundles(deps)
	await reject('bela')
	await publishBundles(deps)
	await rerouteParts(deps)
	await publishBundles(deps)
	const ended = [`${ofAnna} filled open`, `${ofBela} rejected released`]
	const asked = ['carl 300 for 15', 'dora 100 for 5']
	assert.deepEqual(await summary(), ['awaiting_fills', ...ended, ...asked.map(part => `${part} asked open`)])
	await fill('dora')
	await publishBundles(deps)
	assert.equal((await summary())[0], 'awaiting_fills')
	await fill('carl')
	await publishBundles(deps)
	assert.equal((await summary())[0], 'published')
	const { items } = await db.own.selectFrom('bundle').select('items').executeTakeFirstOrThrow()
	assert.equal(items.length, 4)
	const { lines, hash } = await recordOf(db.own)
	assert.deepEqual(commitmentsIn(items), [hash, undefined, undefined, undefined])
	// Anna's book is used up, and Bela, who rejected, is not asked again.
	assert.deepEqual(
		lines.map(({ sell, buy, offers, parts }) => [sell[1], buy[1], offers.length, parts.length]),
		[
			['1000', '50', 4, 2],
			['400', '17.857143', 2, 2],
		],
	)
	const { surplus } = await db.own.selectFrom('order').select('surplus').executeTakeFirstOrThrow()
	assert.equal(Number(surplus), 36 + 15 + 5 - 50)
	for (const maker of ['anna', 'carl', 'dora']) assert.deepEqual(await logOf(maker), ['1 started'])
	assert.deepEqual(await logOf('bela'), [])
})

test('several failed parts are re-routed as one, over as many makers as the order may still have', async t => {
	const { deps, fill, place, reject, summary } = await openSplit(t, {
		anna: ['0.05 400'],
		bela: ['0.05 300'],
		carl: ['0.05 300'],
		dora: ['0.05 350'],
		emil: ['0.05 250'],
	})
	await place()
	await fill('anna')
	await reject('bela')
	await reject('carl')
	await rerouteParts(deps)
	assert.deepEqual(await summary(), [
		'awaiting_fills',
		'anna 400 for 20 filled open',
		'bela 300 for 15 rejected released',
		'carl 300 for 15 rejected released',
		'dora 350 for 17.5 asked open',
		'emil 250 for 12.5 asked open',
	])
})

test('re-routing never exceeds the maximum of parts: with three filled only one maker may take the rest', async t => {
	const { bid, deps, fill, logOf, place, reject, summary } = await openSplit(t, {
		anna: ['0.05 250'],
		bela: ['0.05 250'],
		carl: ['0.05 250'],
		dora: ['0.05 250'],
	})
	await place()
	for (const maker of ['anna', 'bela', 'carl']) await fill(maker)
	bid('anna', ['0.05 400'])
	bid('emil', ['0.05 150'])
	await reject('dora')
	await rerouteParts(deps)
	assert.equal((await summary())[0], 'unfilled')
	for (const maker of ['anna', 'bela', 'carl']) assert.deepEqual(await logOf(maker), ['1 started', '2 Released'])
	assert.deepEqual(await logOf('emil'), [])
})

test('a maker that has filled a part may take a second one, as a separate order', async t => {
	const { deps, bid, fill, logOf, place, reject, summary } = await openSplit(t, {
		anna: ['0.05 600'],
		bela: ['0.05 400'],
	})
	await place()
	await fill('anna')
	bid('anna', ['0.05 1000'])
	await reject('bela')
	await rerouteParts(deps)
	assert.deepEqual(await summary(), [
		'awaiting_fills',
		'anna 600 for 30 filled open',
		'bela 400 for 20 rejected released',
		'anna 400 for 20 asked open',
	])
	await fill('anna')
	await publishBundles(deps)
	assert.equal((await summary())[0], 'published')
	assert.deepEqual(await logOf('anna'), ['1 started', '2 started'])
})

test('if no one is left the order ends, its open parts time out and its fills are released', async t => {
	const { deps, fill, logOf, messages, place, reject, summary } = await openSplit(t, {
		anna: ['0.05 400'],
		bela: ['0.05 300'],
		carl: ['0.05 300'],
		dora: ['0.0499 1000'],
	})
	await place()
	await fill('anna')
	await reject('bela')
	messages.length = 0
	await rerouteParts(deps)
	assert.deepEqual((await summary()).toSorted(), [
		'anna 400 for 20 filled released',
		'bela 300 for 15 rejected released',
		'carl 300 for 15 timed_out released',
		'unfilled',
	])
	assert.deepEqual(await logOf('anna'), ['1 started', '2 Released'])
	assert.deepEqual(messages, [
		['fill_execution', { makerId: 'anna' }],
		['reservation', { pair: { base: 'XRD', quote: 'xUSDC' } }],
	])
})

test('liquidity reserved by other orders is not used', async t => {
	const { deps, place, reject, summary } = await openSplit(t, { anna: ['0.05 1000'], bela: ['0.05 1000'] })
	await place()
	await place()
	await reject('anna')
	await rerouteParts(deps)
	assert.deepEqual((await summary()).slice(2), ['anna 1000 for 50 rejected released', 'bela 1000 for 50 asked open'])
})

// shows decision 10: Rejected and timed-out parts are re-routed while there is time
test('a part is not re-routed with less than 9 s until one of the order’s fills expires', async t => {
	for (const [leftMs, state] of [
		[9_000, 'awaiting_fills'],
		[8_999, 'unfilled'],
	] as const) {
		const { clock, deps, fill, place, reject, summary } = await openSplit(t, {
			anna: ['0.05 600'],
			bela: ['0.05 400'],
			carl: ['0.05 400'],
		})
		await place()
		await fill('anna', { expiresInS: 12 })
		clock.set((Math.floor(nowMs / 1000) + 12) * 1000 - leftMs)
		await reject('bela')
		await rerouteParts(deps)
		assert.equal((await summary())[0], state, `${leftMs} ms`)
	}
})

// shows decision 10: Rejected and timed-out parts are re-routed while there is time
test('each part is re-routed once if several nodes run concurrently', async t => {
	const { deps, place, reject, summary } = await openSplit(t, { anna: ['0.06 1000'], bela: ['0.05 9000'] })
	await place()
	await reject('anna')
	await Promise.all([rerouteParts(deps), rerouteParts(deps), rerouteParts(deps)])
	assert.deepEqual(await summary(), [
		'awaiting_fills',
		'anna 1000 for 60 rejected released',
		'bela 1000 for 50 asked open',
	])
})
