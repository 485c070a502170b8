import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PreviewSlots } from './preview-slots.ts'

const bounds = { previewsAtOnce: 2, previewsAtOnceMax: 6 }

/** As many answers as there are slots, each after so many milliseconds. */
function round(slots: PreviewSlots, ms: number, { allTaken = true } = {}): number {
	for (let left = slots.count; left > 0; left--) slots.answered(ms, { allTaken })
	return slots.count
}

test('while all slots are taken and answers are as fast as before, each round adds one, up to the most', () => {
	const slots = new PreviewSlots(bounds)
	assert.equal(slots.count, 2)
	assert.deepEqual(
		[300, 310, 290, 320, 300, 300].map(ms => round(slots, ms)),
		[3, 4, 5, 6, 6, 6],
	)
})

test('no slot is added that nobody waits for', () => {
	const slots = new PreviewSlots(bounds)
	for (let rounds = 0; rounds < 5; rounds++) round(slots, 300, { allTaken: false })
	assert.equal(slots.count, 2)
})

test('once all answers of a round take more than twice as long as the fastest, half of the slots remain, never fewer than the least', () => {
	const slots = new PreviewSlots(bounds)
	for (let rounds = 0; rounds < 4; rounds++) round(slots, 300)
	assert.equal(slots.count, 6)
	assert.deepEqual([round(slots, 900), round(slots, 900), round(slots, 900)], [3, 2, 2])
	assert.equal(round(slots, 300), 3)
})

test('a single slow answer changes nothing', () => {
	const slots = new PreviewSlots(bounds)
	round(slots, 300)
	assert.equal(slots.count, 3)
	slots.answered(5_000, { allTaken: true })
	slots.answered(300, { allTaken: true })
	slots.answered(5_000, { allTaken: true })
	assert.equal(slots.count, 4)
})

test('a failure halves them', () => {
	const slots = new PreviewSlots(bounds)
	for (let rounds = 0; rounds < 4; rounds++) round(slots, 300)
	slots.failed()
	assert.equal(slots.count, 3)
	slots.failed()
	slots.failed()
	assert.equal(slots.count, 2)
})

test('a Gateway that stays slower than it once was becomes the usual one', () => {
	const slots = new PreviewSlots(bounds)
	round(slots, 3)
	for (let rounds = 0; rounds < 100; rounds++) round(slots, 300)
	assert.equal(slots.count, 6)
})
