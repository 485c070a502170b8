import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RefusalTally } from './refusal-tally.ts'

let nowMs = 120_000
const clock = { nowMs: () => nowMs }
const refused = (actor: string, code = 'no_liquidity') => ({ act: 'order_refused' as const, code, actor })

test('refusals of a minute are one entry by code and actor, due when the minute is over', () => {
	nowMs = 120_000
	const tally = new RefusalTally({ clock })
	tally.note({ ...refused('a'), subject: 'first' })
	tally.note({ ...refused('a'), subject: 'second' })
	tally.note(refused('b'))
	nowMs = 179_999
	tally.note(refused('a', 'fee_too_low'))
	assert.deepEqual(tally.due(nowMs).records, [])
	const { records, written } = tally.due(180_000)
	assert.deepEqual(
		records.map(({ atMs, actor, subject, detail }) => [atMs, actor, subject, detail.code, detail.count]),
		[
			[120_000, 'a', 'first', 'no_liquidity', 2],
			[120_000, 'b', '', 'no_liquidity', 1],
			[179_999, 'a', '', 'fee_too_low', 1],
		],
	)
	assert.equal(tally.due(180_000).records.length, 3, 'what was not written stays')
	written()
	assert.deepEqual(tally.due(Number.POSITIVE_INFINITY).records, [])
})

test('beyond 256 in a minute the others count together, by code', () => {
	nowMs = 240_000
	const tally = new RefusalTally({ clock })
	for (let n = 0; n < 1_000; n++) tally.note(refused(`address ${n}`))
	const { records } = tally.due(300_000)
	assert.equal(records.length, 257)
	assert.deepEqual([records.at(-1)?.actor, records.at(-1)?.detail.count], ['others', 744])
})

test('while nothing can be written, the newest ten minutes are kept', () => {
	nowMs = 0
	const tally = new RefusalTally({ clock })
	for (; nowMs < 20 * 60_000; nowMs += 60_000) tally.note(refused('a'))
	const { records } = tally.due(nowMs)
	assert.deepEqual([records.length, records[0]?.atMs], [10, 10 * 60_000])
})
