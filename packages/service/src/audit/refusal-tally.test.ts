import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RefusalTally } from './refusal-tally.ts'

let nowMs = 120_000
const clock = { nowMs: () => nowMs }
const refused = (actor: string, code = 'no_liquidity') => ({ act: 'order_refused' as const, code, actor })

test('refusals of a minute are one entry by code and actor, due when the minute is over', () => {
	nowMs = 120_000
	const tally = new RefusalTally({ clock, entriesPerDay: 5_000 })
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
	const tally = new RefusalTally({ clock, entriesPerDay: 5_000 })
	for (let n = 0; n < 1_000; n++) tally.note(refused(`address ${n}`))
	const { records } = tally.due(300_000)
	assert.equal(records.length, 257)
	assert.deepEqual([records.at(-1)?.actor, records.at(-1)?.detail.count], ['others', 744])
})

test('while nothing can be written, the newest ten minutes are kept', () => {
	nowMs = 0
	const tally = new RefusalTally({ clock, entriesPerDay: 5_000 })
	for (; nowMs < 20 * 60_000; nowMs += 60_000) tally.note(refused('a'))
	const { records } = tally.due(nowMs)
	assert.deepEqual([records.length, records[0]?.atMs], [10, 10 * 60_000])
})

test('a day of refusals has a bounded number of entries: beyond it they count by code and hour, and none is lost', () => {
	nowMs = 86_400_000
	const tally = new RefusalTally({ clock, entriesPerDay: 5_000 })
	const entries = { named: 0, others: 0, refusals: 0 }
	const write = () => {
		const { records, written } = tally.due(nowMs)
		for (const { actor, detail } of records) {
			entries[actor === 'others' ? 'others' : 'named'] += 1
			entries.refusals += Number(detail.count)
		}
		written()
	}
	const minutes = 1_440
	for (let minute = 0; minute < minutes; minute++) {
		for (let n = 0; n < 300; n++)
			tally.note(refused(`address ${minute * 300 + n}`, n % 2 === 0 ? 'no_liquidity' : 'fee_too_low'))
		nowMs += 60_000
		write()
	}
	assert.equal(entries.refusals, 300 * minutes)
	assert.ok(entries.named + entries.others <= 5_000 + 2 * 24 + 1, JSON.stringify(entries))
	assert.ok(entries.others >= 2 * 23, JSON.stringify(entries))
	tally.note(refused('tomorrow'))
	nowMs += 60_000
	const { records } = tally.due(nowMs)
	assert.deepEqual(
		records.map(({ actor }) => actor),
		['tomorrow'],
	)
})
