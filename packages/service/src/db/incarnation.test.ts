import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestClock } from '../../../../test/network/test-clock.ts'
import { openTestDatabase } from '../testing/open-test-database.ts'
import { Incarnation } from './incarnation.ts'

const clock = new TestClock()
clock.freeze()
const log = { warn: () => {} }

test('a database keeps its incarnation for as long as it is the same copy', async t => {
	const { db, copyId, close } = await openTestDatabase()
	t.after(close)
	const first = await Incarnation.open({ database: db, clock, log, copyId })
	assert.match(first.id, /^[0-9a-f]{12}$/)
	assert.equal((await Incarnation.open({ database: db, clock, log, copyId })).id, first.id)
	const unknown = await Incarnation.open({ database: db, clock, log, copyId: async () => undefined })
	assert.equal(unknown.id, first.id)
	const restored = await Incarnation.open({ database: db, clock, log, copyId: async () => 'another copy' })
	assert.notEqual(restored.id, first.id)
})

// shows operator API: A restore that the service cannot notice is announced
test('the operator begins a new one, which lasts', async t => {
	const { db, copyId, close } = await openTestDatabase()
	t.after(close)
	const incarnation = await Incarnation.open({ database: db, clock, log, copyId })
	const first = incarnation.id
	clock.advance(1)
	await incarnation.beginNext('ann')
	assert.notEqual(incarnation.id, first)
	assert.equal(incarnation.begunAtMs, clock.nowMs())
	const { id, begunAtMs } = await Incarnation.open({ database: db, clock, log, copyId })
	assert.deepEqual([id, begunAtMs], [incarnation.id, incarnation.begunAtMs])
})
