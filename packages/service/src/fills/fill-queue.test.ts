import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { sql } from 'kysely'
import { selectOpenIntents } from '../intents/open-intents-table.ts'
import { readSignedPartial } from '../intents/read-intent.ts'
import { validateOrder } from '../intents/validate-order.ts'
import { messagesDuring } from '../testing/messages-during.ts'
import { market, nowMs, rules, stranger } from '../testing/order-fixture.ts'
import { makerFill, makerId, openTrade, submitOrder, userOrder } from '../testing/trade-fixture.ts'
import { fillExecutionsAfter } from './fill-executions.ts'
import { FillQueue } from './fill-queue.ts'
import type { FillToWrite } from './fill-to-write.ts'
import { writeFills } from './write-fills.ts'

/** A trade whose maker is asked for this many parts, and a validated fill of each. */
async function openAsked(t: TestContext, parts: number, { held = '1000000' } = {}) {
	const trade = await openTrade(t, { openOrdersPerAccount: parts })
	trade.quote({ bids: ['0.05 100000'] })
	const fills: FillToWrite[] = []
	for (let n = 0; n < parts; n++) {
		const order = userOrder()
		await submitOrder(trade.deps, { signedPartialTransaction: order, receivedAtMs: nowMs })
		const orderHash = readSignedPartial(market, order).subintentHash
		const { part_id: partId } = await trade.db.own
			.selectFrom('part')
			.select('part_id')
			.where('order_hash', '=', orderHash)
			.executeTakeFirstOrThrow()
		fills.push(fillOf({ partId, orderHash, side: 'bids', limitQuote: null }, held))
	}
	const started = async () =>
		(await fillExecutionsAfter(trade.db.own, { makerId, after: 0, limit: 500 })).map(entry => [
			entry.sequenceNumber,
			fills.findIndex(({ part }) => part.partId === entry.orderId),
		])
	return { ...trade, fills, started }
}

function fillOf(part: FillToWrite['part'], held: string): FillToWrite {
	const hex = makerFill()
	const fillRules = { ...rules, role: 'maker' } as const
	const intent = {
		validated: validateOrder(fillRules, readSignedPartial(market, hex)),
		signedPartialTransaction: hex,
		costXrd: Decimal.parse('0.5'),
		rebate: Decimal.zero,
		executionUnits: 3_300_000,
		checkedAgainst: [],
		funds: { stateVersion: 1, committed: new Set<string>(), held: Decimal.parse(held) },
	}
	return { intent, part, makerId, receivedAtMs: nowMs }
}

test('fills that wait together are written together, and numbered in the order in which they came', async t => {
	const { fillQueue, fills, started } = await openAsked(t, 20)
	const written = await Promise.all(fills.map(fill => fillQueue.write(fill)))
	assert.deepEqual(written, Array(20).fill('written'))
	assert.deepEqual(
		await started(),
		fills.map((_, index) => [index + 1, index]),
	)
})

test('fills of several makers are written in one transaction, each numbered in its maker’s log', async t => {
	const { db, deps, fillQueue, fills: ofOne } = await openAsked(t, 6)
	await sql`insert into maker (maker_id, name, created_at_ms) values ('another', 'another', 0)`.execute(db.own)
	const fills = ofOne.map((fill, n) => (n % 2 === 0 ? fill : { ...fill, makerId: 'another' }))
	const parts = fills.filter((_, n) => n % 2 === 1).map(({ part }) => part.partId)
	await db.own.updateTable('part').set({ maker_id: 'another' }).where('part_id', 'in', parts).execute()
	const write = async () => {
		assert.deepEqual(await writeFills(deps, fills), Array(6).fill('written'))
	}
	assert.equal(await messagesDuring(write), 2)
	for (const [first, maker] of [makerId, 'another'].entries()) {
		const entries = await fillExecutionsAfter(db.own, { makerId: maker, after: 0, limit: 10 })
		assert.deepEqual(
			entries.map(({ sequenceNumber, orderId }) => [sequenceNumber, orderId]),
			[0, 1, 2].map(n => [n + 1, fills[2 * n + first]?.part.partId]),
		)
	}
	const wrong = { ...ofOne[0], makerId: 'another' } as FillToWrite
	assert.equal(await fillQueue.write(wrong), 'stale')
})

test('fills that are written together count against each other', async t => {
	// Each fill takes 5.2625.
	const { fillQueue, fills, started } = await openAsked(t, 4, { held: '10.6' })
	const written = await Promise.all(fills.map(fill => fillQueue.write(fill)))
	assert.deepEqual(written, ['written', 'written', 'stale', 'stale'])
	assert.deepEqual(await started(), [
		[1, 0],
		[2, 1],
	])
})

test('fills are written in two messages, if their account covers them along with intents opened since', async t => {
	// Each fill takes 5.2625, so it covers six.
	const { deps, db, fills } = await openAsked(t, 9, { held: '32' })
	const write = async (from: number, to: number, checkedAgainst: FillToWrite['intent']['checkedAgainst']) => {
		const checked = fills.slice(from, to).map(fill => ({ ...fill, intent: { ...fill.intent, checkedAgainst } }))
		let written: readonly string[] = []
		const count = await messagesDuring(async () => {
			written = await writeFills(deps, checked)
		})
		return [count, ...written]
	}
	const openNow = () => selectOpenIntents(db.own, [stranger])
	assert.deepEqual(await write(0, 2, []), [2, 'written', 'written'])
	const two = await openNow()
	assert.deepEqual(await write(2, 4, []), [2, 'written', 'written'])
	assert.deepEqual(await write(4, 5, two), [2, 'written'])
	assert.deepEqual(await write(5, 8, await openNow()), [2, 'written', 'stale', 'stale'])
	// Intents opened since then exceed what is left.
	assert.deepEqual(await write(8, 9, two), [2, 'stale'])
})

test('of fills of one part, and of fills with one hash, that wait together the first is written', async t => {
	const { fillQueue, fills, started } = await openAsked(t, 3)
	const [first, second, third] = fills as [FillToWrite, FillToWrite, FillToWrite]
	const again = { ...third, part: first.part }
	const sameHash = { ...second, part: third.part }
	const written = await Promise.all([first, second, again, sameHash, { ...second }].map(fill => fillQueue.write(fill)))
	assert.deepEqual(written, ['written', 'written', 'stale', 'stale', 'stale'])
	assert.deepEqual(await started(), [
		[1, 0],
		[2, 1],
	])
})

test('a fill whose hash is in use or whose part has ended is stale; others written with it are not affected', async t => {
	const { db, fillQueue, fills, started } = await openAsked(t, 5)
	const [, , known, ended] = fills as [FillToWrite, FillToWrite, FillToWrite, FillToWrite]
	const { subintentHash: subintent_hash } = known.intent.validated
	await db.own.insertInto('subintent').values({ subintent_hash, role: 'order', created_at_ms: 0 }).execute()
	await db.own.updateTable('part').set({ state: 'timed_out' }).where('part_id', '=', ended.part.partId).execute()
	const written = await Promise.all(fills.map(fill => fillQueue.write(fill)))
	assert.deepEqual(written, ['written', 'written', 'stale', 'stale', 'written'])
	assert.deepEqual(await started(), [
		[1, 0],
		[2, 1],
		[3, 4],
	])
})

test('error: fills beyond the capacity of a maker’s lane are refused as busy', async t => {
	const { fillQueue, fills } = await openAsked(t, 1)
	const [fill] = fills as [FillToWrite]
	const results = await Promise.allSettled(Array.from({ length: 300 }, () => fillQueue.write(fill)))
	const refused = results.filter(result => result.status === 'rejected')
	assert.equal(refused.length, 300 - 256 - 1)
	for (const { reason } of refused) assert.equal(reason.code, 'busy')
	assert.equal(results.filter(result => result.status === 'fulfilled' && result.value === 'written').length, 1)
})

test('fills of two nodes are each written once, and the log has no gaps', async t => {
	const trade = await openAsked(t, 12)
	const other = new FillQueue(trade.deps)
	const twice = trade.fills.flatMap(fill => [trade.fillQueue.write(fill), other.write(fill)])
	const written = await Promise.all(twice)
	assert.equal(written.filter(outcome => outcome === 'written').length, 12)
	assert.deepEqual(
		(await trade.started()).map(([number]) => number),
		Array.from({ length: 12 }, (_, index) => index + 1),
	)
})
