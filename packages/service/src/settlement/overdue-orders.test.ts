import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publishBundles } from '../bundles/publish-bundles.ts'
import { orderStatus } from '../orders/order-status.ts'
import { logOf, openFilled } from '../testing/filled-fixture.ts'
import { nowMs } from '../testing/order-fixture.ts'
import { makerFill, makerId, pair, submitFill } from '../testing/trade-fixture.ts'
import { expireParts, skipUnpublishable } from './overdue-orders.ts'
import { rerouteParts } from './reroute-parts.ts'

// shows decision 8: Fills are timely by receipt; parts time out 300 ms later; one of the two wins
test('a part that its maker does not answer times out 300 ms after its deadline, and the order ends unfilled', async t => {
	const { clock, db, deps, messages, place, states } = await openFilled(t)
	const { subintentId, partId } = await place()
	messages.length = 0
	clock.set(nowMs + 3_300)
	assert.deepEqual(await expireParts(deps), { dueAtMs: nowMs + 3_301 })
	assert.deepEqual(await states(), ['order awaiting_fills, part asked, reservation open, fill null, bundle none'])
	clock.advance(1)
	await expireParts(deps)
	assert.deepEqual(messages, [
		['reservation', { pair }],
		['part_unfilled', { order: subintentId, makerId, partId, state: 'timed_out' }],
	])
	await rerouteParts(deps)
	assert.deepEqual(await states(), ['order unfilled, part timed_out, reservation released, fill null, bundle none'])
	assert.deepEqual(await logOf(db.own), [])
})

test('error: a fill after the time-out is too late, and the order stays unfilled', async t => {
	const { clock, deps, place, states } = await openFilled(t)
	const { partId } = await place()
	clock.set(nowMs + 3_301)
	await expireParts(deps)
	await rerouteParts(deps)
	const fill = { makerId, orderId: partId, signedPartialTransaction: makerFill(), receivedAtMs: nowMs + 3_000 }
	await assert.rejects(submitFill(deps, fill), { code: 'fill_too_late' })
	assert.deepEqual(await states(), ['order unfilled, part timed_out, reservation released, fill null, bundle none'])
})

// shows decision 8: Fills are timely by receipt; parts time out 300 ms later; one of the two wins
test('of a concurrent fill and time-out exactly one succeeds', async t => {
	const { clock, deps, place, db } = await openFilled(t)
	for (let n = 0; n < 5; n++) {
		const { partId, subintentId } = await place()
		const receivedAtMs = clock.nowMs()
		clock.advance(3_301)
		const request = { makerId, orderId: partId, signedPartialTransaction: makerFill(), receivedAtMs }
		const [filled] = await Promise.allSettled([submitFill(deps, request), expireParts(deps)])
		await rerouteParts(deps)
		const status = await orderStatus(db.own, subintentId)
		const expected = filled?.status === 'fulfilled' ? ['awaiting_fills', 'filled'] : ['unfilled', 'timed_out']
		assert.deepEqual([status?.state, status?.parts[0]?.state], expected)
	}
})

// shows decision 8: Bundles are published only with 5 s left
test('an order filled too late to be published ends unfilled, its fill is released and the maker notified', async t => {
	const { clock, db, deps, messages, placeAndFill, states } = await openFilled(t)
	await placeAndFill({ expiresInS: 20 })
	messages.length = 0
	const expiresAtMs = (Math.floor(nowMs / 1000) + 20) * 1000
	clock.set(expiresAtMs - 5_000)
	await skipUnpublishable(deps)
	assert.deepEqual(await states(), ['order awaiting_fills, part filled, reservation open, fill started, bundle none'])
	clock.advance(1)
	await skipUnpublishable(deps)
	await publishBundles(deps)
	assert.deepEqual(await states(), ['order unfilled, part filled, reservation released, fill Released, bundle none'])
	assert.deepEqual(await logOf(db.own), ['1 started', '2 Released'])
	assert.deepEqual(messages, [
		['fill_execution', { makerId }],
		['reservation', { pair }],
	])
})

test('an order without parts ends unfilled', async t => {
	const { db, deps, place, states } = await openFilled(t)
	await place()
	await db.own.deleteFrom('part').execute()
	await skipUnpublishable(deps)
	assert.deepEqual(await states(), ['order unfilled, part null, reservation null, fill null, bundle none'])
})
