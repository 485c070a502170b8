import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSignedPartial } from '../intents/read-intent.ts'
import { openFilled } from '../testing/filled-fixture.ts'
import { market, nowMs, stranger, user } from '../testing/order-fixture.ts'
import { makerFill, makerId, openTrade, submitFill, submitOrder, userOrder } from '../testing/trade-fixture.ts'
import { selectPartToFill } from './fills-table.ts'

test('fills that wait together each get the facts of their own part', async t => {
	const { db, deps, partLookups, quote } = await openTrade(t)
	quote({ bids: ['0.05 1000'] })
	const [filled, asked] = [await askedPart(), await askedPart()]
	const signedPartialTransaction = makerFill()
	const fill = readSignedPartial(market, signedPartialTransaction).subintentHash
	await submitFill(deps, { makerId, orderId: filled.partId, signedPartialTransaction, receivedAtMs: nowMs })
	await db.own.insertInto('account_level').values({ address: stranger, level: 2 }).execute()
	const found = await Promise.all(
		[
			{ partId: 'unknown', makerId, subintentHash: 'first', account: stranger },
			{ partId: asked.partId, makerId, subintentHash: 'second', account: stranger },
			{ partId: asked.partId, makerId: 'another', subintentHash: 'second', account: stranger },
			{ partId: filled.partId, makerId, subintentHash: fill, account: stranger },
			{ partId: asked.partId, makerId, subintentHash: asked.orderHash, account: user },
			{ partId: asked.partId, makerId, subintentHash: 'third', account: undefined },
		].map(lookup => partLookups.find(lookup)),
	)
	assert.deepEqual(
		found.map(part => {
			if (part === undefined) return undefined
			const { partId, orderHash, state, filledBy, roleOfHash, accountOwner, level, open } = part
			const hashes = open.map(({ subintentHash }) => subintentHash)
			return { partId, orderHash, state, filledBy, roleOfHash, accountOwner, level, open: hashes }
		}),
		[
			undefined,
			{ ...of(asked, 'asked'), accountOwner: makerId, level: 2, open: [fill] },
			undefined,
			{ ...of(filled, 'filled'), filledBy: fill, roleOfHash: 'fill', accountOwner: makerId, level: 2, open: [fill] },
			{ ...of(asked, 'asked'), roleOfHash: 'order', level: 0, open: [filled.orderHash, asked.orderHash] },
			{ ...of(asked, 'asked'), level: 0, open: [] },
		],
	)

	async function askedPart() {
		const order = userOrder()
		await submitOrder(deps, { signedPartialTransaction: order, receivedAtMs: nowMs })
		const { subintentHash: orderHash } = readSignedPartial(market, order)
		const row = await db.own
			.selectFrom('part')
			.select('part_id')
			.where('order_hash', '=', orderHash)
			.executeTakeFirstOrThrow()
		return { partId: row.part_id, orderHash }
	}
	function of(part: { partId: string; orderHash: string }, state: string) {
		const nothing = { filledBy: undefined, roleOfHash: undefined, accountOwner: undefined }
		return { ...part, state, ...nothing }
	}
})

test('an order comes with the part that is all of it, if its bytes are not many', async t => {
	const { db, place } = await openFilled(t)
	const { partId, subintentHash, order } = await place()
	const read = async () => (await selectPartToFill(db.own, { partId, account: undefined }))?.wholeOrder
	const whole = await read()
	assert.deepEqual([whole?.subintent_hash, whole?.signed_partial_transaction], [subintentHash, order])
	const stored = await db.own.selectFrom('order').select(['sell_amount', 'rebate']).executeTakeFirstOrThrow()
	assert.deepEqual({ sell_amount: whole?.sell_amount, rebate: whole?.rebate }, stored)
	await db.own
		.updateTable('order')
		.set({ signed_partial_transaction: '0'.repeat(8_194) })
		.execute()
	assert.equal(await read(), undefined)
})
