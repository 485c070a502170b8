import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { accountAddress, deriveKeyPair, unwrap } from '@accord/ledger'
import { Decimal, TradeError } from '@accord/protocol'
import { sql } from 'kysely'
import { publishBundles } from '../bundles/publish-bundles.ts'
import { openBundlesAfter } from '../bundles/solver-events.ts'
import { endUnpublished } from '../settlement/end-order.ts'
import { commitmentsIn, recordOf } from '../testing/commitments.ts'
import { openFilled } from '../testing/filled-fixture.ts'
import { messagesDuring } from '../testing/messages-during.ts'
import { amountOf, market, nowMs } from '../testing/order-fixture.ts'
import { addMaker, makerFill, makerId, quote, submitFill } from '../testing/trade-fixture.ts'
import { FillQueue } from './fill-queue.ts'
import { rejectPart } from './reject-part.ts'

const published = 'order published, part filled, reservation open, fill started, bundle open'
const filled = 'order awaiting_fills, part filled, reservation open, fill started, bundle none'

const open = (t: TestContext) => openFilled(t, { publishesWithFill: true, openOrdersPerAccount: 32 })
type Trade = Awaited<ReturnType<typeof open>>

const fillOf = (orderId: string) => ({
	makerId,
	orderId,
	signedPartialTransaction: makerFill(),
	receivedAtMs: nowMs,
})

async function actsOf({ db }: Trade): Promise<string[]> {
	const rows = await db.own.selectFrom('audit_entry').select('act').orderBy('entry_id').execute()
	return rows.map(({ act }) => act)
}

test('an order that one fill fills whole is published with it', async t => {
	const trade = await open(t)
	const { db, messages, placeAndFill, states } = trade
	const { order, fill, subintentHash } = await placeAndFill()
	assert.deepEqual(await states(), [published])
	assert.deepEqual(messages.slice(-2), [
		['bundle', {}],
		['fill_execution', { makerId }],
	])
	const [bundle, ...others] = await openBundlesAfter(db.own, { after: 0, limit: 100 })
	assert.deepEqual([bundle?.bundleNumber, others], [1, []])
	const inside = bundle?.items.map(item => unwrap(item, market.networkId).signedPartialTransaction)
	assert.deepEqual(inside, [order, fill])
	assert.deepEqual(commitmentsIn(bundle?.items ?? []), [(await recordOf(db.own)).hash, undefined])
	const history = await db.own.selectFrom('order').select(['filled_at_ms', 'published_at_ms']).executeTakeFirstOrThrow()
	assert.deepEqual(history, { filled_at_ms: BigInt(nowMs), published_at_ms: BigInt(nowMs) })
	assert.deepEqual(await actsOf(trade), ['order_accepted', 'part_filled', 'order_published'])
	assert.equal(
		bundle && (await db.own.selectFrom('bundle').select('order_hash').executeTakeFirst())?.order_hash,
		subintentHash,
	)
})

test('an order is not published before it is filled, however long writing takes', async t => {
	const { clock, db, deps, place } = await open(t)
	const { partId } = await place()
	let tickedMs = nowMs
	clock.nowMs = () => {
		tickedMs += 1
		return tickedMs
	}
	await submitFill(deps, fillOf(partId))
	const { filled_at_ms: filledAtMs, published_at_ms: publishedAtMs } = await db.own
		.selectFrom('order')
		.select(['filled_at_ms', 'published_at_ms'])
		.executeTakeFirstOrThrow()
	assert.ok(filledAtMs !== null && publishedAtMs !== null && publishedAtMs >= filledAtMs)
})

test('fills that are written together publish their orders, numbered without gaps', async t => {
	const trade = await open(t)
	const placed = []
	for (let n = 0; n < 6; n++) placed.push(await trade.place())
	await Promise.all(placed.map(({ partId }) => submitFill(trade.deps, fillOf(partId))))
	assert.deepEqual(
		await trade.states(),
		placed.map(() => published),
	)
	const bundles = await openBundlesAfter(trade.db.own, { after: 0, limit: 100 })
	assert.deepEqual(
		bundles.map(({ bundleNumber }) => bundleNumber),
		[1, 2, 3, 4, 5, 6],
	)
})

test('the loop publishes an order of two parts, even if both are filled at once', async t => {
	const { makerQuotes, clock, db, deps, place, states } = await open(t)
	const key = deriveKeyPair({ seed: 'parts', name: 'other', curve: 'Ed25519' })
	const account = accountAddress(key, market.networkId)
	await addMaker(db.own, { makerId: 'other', address: account })
	quote(makerQuotes, makerId, { bids: ['0.05 60'] })
	quote(makerQuotes, 'other', { bids: ['0.05 60'] })
	await deps.filledOrders.take(clock.nowMs())
	await place()
	const parts = await db.own.selectFrom('part').selectAll().execute()
	assert.equal(parts.length, 2)
	const amount = (text: string, symbol: 'XRD' | 'xUSDC') => amountOf(Decimal.format(Decimal.parse(text)), symbol)
	const fill = async (part: (typeof parts)[number]) => {
		const signedPartialTransaction = makerFill({
			...(part.maker_id === 'other' && { account, keyPairs: [key] }),
			sell: amount(part.fill_sell_amount, 'xUSDC'),
			buy: amount(part.fill_buy_amount, 'XRD'),
		})
		await submitFill(deps, { ...fillOf(part.part_id), makerId: part.maker_id, signedPartialTransaction })
	}
	await Promise.all(parts.map(fill))
	assert.deepEqual(await states(), [filled, filled])
	await publishBundles(deps)
	assert.deepEqual(await states(), [published, published])
})

test('error: an order whose row differs from its signed bytes is not published with its fill', async t => {
	const { deps, db, logged, place, states } = await open(t)
	const { partId } = await place()
	await db.own.updateTable('order').set({ rebate: '5.26' }).execute()
	await submitFill(deps, fillOf(partId))
	assert.deepEqual(await states(), [filled])
	await publishBundles(deps)
	assert.equal(logged.length, 1)
	assert.deepEqual(await db.own.selectFrom('bundle').selectAll().execute(), [])
})

test('a node whose clock is wrong leaves publishing to the others', async t => {
	const { clock, deps, place, states } = await open(t)
	let isClockWrong = true
	const fillQueue = new FillQueue(deps, { leavesPublishing: () => isClockWrong })
	await submitFill({ ...deps, fillQueue }, fillOf((await place()).partId))
	isClockWrong = false
	clock.advance(1)
	await submitFill({ ...deps, fillQueue }, fillOf((await place()).partId))
	assert.deepEqual(await states(), [filled, published])
})

test('error: with less than 5 s left an order is not published with its fill', async t => {
	const { clock, deps, fillQueue, place, states } = await open(t)
	const { partId } = await place({ expiresInS: 15 })
	const late: typeof fillQueue.write = fill => {
		clock.advance(11_000)
		return fillQueue.write(fill)
	}
	await submitFill(
		{ ...deps, fillQueue: { depth: 0, write: late } },
		{ ...fillOf(partId), signedPartialTransaction: makerFill({ expiresInS: 15 }) },
	)
	assert.deepEqual(await states(), [filled])
})

test('error: a fill whose part was rejected meanwhile publishes nothing', async t => {
	const { db, deps, fillQueue, place } = await open(t)
	const { partId } = await place()
	const rejected: typeof fillQueue.write = async fill => {
		await rejectPart(deps, { makerId, orderId: partId, receivedAtMs: nowMs })
		return fillQueue.write(fill)
	}
	const given = submitFill({ ...deps, fillQueue: { depth: 0, write: rejected } }, fillOf(partId))
	await assert.rejects(given, (error: TradeError) => error.code === 'order_not_open')
	assert.deepEqual(await db.own.selectFrom('bundle').selectAll().execute(), [])
	assert.equal((await db.own.selectFrom('bundle_sequence').select('last_number').executeTakeFirst())?.last_number, 0n)
})

test('of a cancellation and a fill at the same time one comes first: published, or cancelled without a fill', async t => {
	const trade = await open(t)
	const { clock, deps, place, states } = trade
	const placed = []
	for (let n = 0; n < 24; n++) placed.push(await place())
	const cancel = (orderHash: string) => {
		const orderHashes = [orderHash]
		return endUnpublished(deps, {
			database: deps.db.own,
			orderHashes,
			state: 'cancelled',
			nowMs: clock.nowMs(),
			stillDue: async () => orderHashes,
		})
	}
	await Promise.all(
		placed.flatMap(({ partId, subintentHash }, n) => {
			const fill = () => submitFill(deps, fillOf(partId)).catch(error => assert.ok(error instanceof TradeError))
			return n % 2 === 0 ? [fill(), cancel(subintentHash)] : [cancel(subintentHash), fill()]
		}),
	)
	const cancelled = 'order cancelled, part timed_out, reservation released, fill null, bundle none'
	assert.deepEqual(
		(await states()).filter(state => state !== published && state !== cancelled),
		[],
	)
	const bundles = await openBundlesAfter(trade.db.own, { after: 0, limit: 100 })
	assert.deepEqual(
		bundles.map(({ bundleNumber }) => bundleNumber),
		bundles.map((_, at) => at + 1),
	)
})

test('fills are accepted while a lock that another session holds keeps their orders from being published', async t => {
	const trade = await open(t)
	const { clock, db, deps, place, states } = trade
	const [first, second] = [await place(), await place()]
	await deps.filledOrders.take(clock.nowMs())
	const held = Promise.withResolvers<void>()
	const locked = Promise.withResolvers<void>()
	const other = db.own.transaction().execute(async trx => {
		await sql`lock table bundle_sequence in access exclusive mode`.execute(trx)
		locked.resolve()
		await held.promise
	})
	await locked.promise
	const waits = async (partId: string) => (await messagesDuring(() => submitFill(deps, fillOf(partId)))) - 1
	// The first is written again without publishing; the second does not try to publish.
	assert.deepEqual([await waits(first.partId), await waits(second.partId)], [4, 2])
	held.resolve()
	await other
	assert.deepEqual(await states(), [filled, filled])
	await publishBundles(deps)
	assert.deepEqual(await states(), [published, published])
})
