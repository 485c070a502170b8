import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expireParts } from '../settlement/overdue-orders.ts'
import { rerouteParts } from '../settlement/reroute-parts.ts'
import { openFilled } from '../testing/filled-fixture.ts'
import { nowMs } from '../testing/order-fixture.ts'
import { makerFill, makerId, pair, submitFill } from '../testing/trade-fixture.ts'
import { openNewOrders } from './new-orders.ts'
import { rejectPart } from './reject-part.ts'

const none = 'fill null, bundle none'

// shows Flash API: Rule 5 (not shown): rejecting an order
// shows maker addition: platform.new_orders.reject
test('a rejected part releases its reservation at once, keeps the reason, and wakes all subscribers', async t => {
	const { db, deps, messages, place, states } = await openFilled(t)
	const { partId, subintentId } = await place()
	messages.length = 0
	await rejectPart(deps, { makerId, orderId: partId, reason: 'price moved', receivedAtMs: nowMs + 200 })
	assert.deepEqual(await states(), [`order awaiting_fills, part rejected, reservation released, ${none}`])
	assert.deepEqual(
		messages.filter(([subject]) => subject !== 'order'),
		[
			['reservation', { pair }],
			['part_unfilled', { order: subintentId, makerId, partId, state: 'rejected' }],
		],
	)
	const row = await db.own.selectFrom('part').select(['reject_reason', 'ended_at_ms']).executeTakeFirst()
	assert.deepEqual(row, { reject_reason: 'price moved', ended_at_ms: BigInt(nowMs + 200) })
	assert.deepEqual((await openNewOrders(db.own, { makerId, nowMs })).orders, [])
})

// shows maker addition: platform.new_orders.reject
test('repeating a rejection succeeds and changes nothing', async t => {
	const { db, deps, messages, place } = await openFilled(t)
	const { partId } = await place()
	await rejectPart(deps, { makerId, orderId: partId, reason: 'first', receivedAtMs: nowMs })
	messages.length = 0
	await rejectPart(deps, { makerId, orderId: partId, reason: 'second', receivedAtMs: nowMs + 60_000 })
	assert.deepEqual(messages, [])
	assert.equal((await db.own.selectFrom('part').select('reject_reason').executeTakeFirst())?.reject_reason, 'first')
})

test('an order ends when its only maker rejects it', async t => {
	const { deps, place, states } = await openFilled(t)
	const { partId } = await place()
	await rerouteParts(deps)
	assert.deepEqual(await states(), [`order awaiting_fills, part asked, reservation open, ${none}`])
	await rejectPart(deps, { makerId, orderId: partId, receivedAtMs: nowMs })
	await rerouteParts(deps)
	assert.deepEqual(await states(), [`order unfilled, part rejected, reservation released, ${none}`])
})

test('error: unknown_order for a part that does not exist, and for another maker’s part', async t => {
	const { deps, place, states } = await openFilled(t)
	const { partId } = await place()
	const refused = { code: 'unknown_order' }
	await assert.rejects(rejectPart(deps, { makerId, orderId: 'unknown', receivedAtMs: nowMs }), refused)
	await assert.rejects(rejectPart(deps, { makerId: 'other', orderId: partId, receivedAtMs: nowMs }), refused)
	assert.deepEqual(await states(), [`order awaiting_fills, part asked, reservation open, ${none}`])
})

test('error: rejecting a filled part is already_filled, and it stays filled', async t => {
	const { deps, placeAndFill, states } = await openFilled(t)
	const { partId } = await placeAndFill()
	await assert.rejects(rejectPart(deps, { makerId, orderId: partId, receivedAtMs: nowMs }), { code: 'already_filled' })
	assert.deepEqual(await states(), ['order awaiting_fills, part filled, reservation open, fill started, bundle none'])
})

test('error: after the deadline and after the time-out a rejection is fill_too_late', async t => {
	const { clock, deps, place, states } = await openFilled(t)
	const { partId } = await place()
	const late = { makerId, orderId: partId, receivedAtMs: nowMs + 3_001 }
	await assert.rejects(rejectPart(deps, late), { code: 'fill_too_late' })
	clock.set(nowMs + 3_301)
	await expireParts(deps)
	await rerouteParts(deps)
	await assert.rejects(rejectPart(deps, { ...late, receivedAtMs: nowMs }), { code: 'fill_too_late' })
	assert.deepEqual(await states(), [`order unfilled, part timed_out, reservation released, ${none}`])
})

test('of a concurrent fill and rejection exactly one succeeds', async t => {
	const { deps, place, db } = await openFilled(t)
	for (let n = 0; n < 5; n++) {
		const { partId } = await place()
		const answer = { makerId, orderId: partId, receivedAtMs: nowMs }
		const [filled, rejected] = await Promise.allSettled([
			submitFill(deps, { ...answer, signedPartialTransaction: makerFill() }),
			rejectPart(deps, answer),
		])
		const part = await db.own.selectFrom('part').select('state').where('part_id', '=', partId).executeTakeFirst()
		assert.equal(filled.status === 'fulfilled', rejected.status === 'rejected')
		assert.equal(part?.state, filled.status === 'fulfilled' ? 'filled' : 'rejected')
	}
})
