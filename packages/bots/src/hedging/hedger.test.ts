import assert from 'node:assert/strict'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import type { RecordedVenue } from './recorded-venue.ts'
import { BreakingVenue, firstBalances, logEntry, openHedger, partId, recordedMarket } from './venue-fixture.ts'

/** The base that the venue's account has gained. */
function gained(venue: RecordedVenue): string {
	return Decimal.format(Decimal.subtract(venue.balance('XRD'), Decimal.parse(firstBalances.XRD)))
}

test('a fill is hedged when it starts, under its part’s id, and not again when it settles', async t => {
	const { directory, file } = recordedMarket(t, { taker: 0 })
	const venue = new BreakingVenue(file)
	const { hedger, journal, lines } = await openHedger(venue, directory)
	hedger.note(logEntry(1, 1, { xrd: '100' }))
	await hedger.hedge()
	assert.deepEqual([gained(venue), venue.orderIds], ['-100', [partId(1)]])
	assert.deepEqual(lines, ['hedged: sold 100 XRD for 4.999 USDT'])
	hedger.note(logEntry(2, 1, { xrd: '100', outcome: 'Settled' }))
	await hedger.hedge()
	assert.equal(venue.asked, 1)
	journal.close()
})

for (const outcome of ['Expired', 'Released'] as const)
	test(`a fill that ends ${outcome} is unwound, and hedged again if that is corrected`, async t => {
		const { directory, file } = recordedMarket(t, { taker: 0 })
		const venue = new BreakingVenue(file)
		const { hedger, journal } = await openHedger(venue, directory)
		hedger.note(logEntry(1, 1, { xrd: '-100' }))
		await hedger.hedge()
		assert.equal(gained(venue), '100')
		hedger.note(logEntry(2, 1, { xrd: '-100', outcome }))
		await hedger.hedge()
		assert.equal(gained(venue), '0')
		hedger.note({ ...logEntry(3, 1, { xrd: '-100', outcome: 'Settled' }), corrects: 2 })
		await hedger.hedge()
		assert.equal(gained(venue), '100')
		assert.equal(new Set(venue.orderIds).size, 3)
		for (const id of venue.orderIds) assert.match(id, /^[a-z0-9]{32}$/)
		journal.close()
	})

test('a fill that ended before it could be hedged costs nothing', async t => {
	const { directory, file } = recordedMarket(t)
	const venue = new BreakingVenue(file)
	const { hedger, journal } = await openHedger(venue, directory)
	hedger.note(logEntry(1, 1, { xrd: '100' }))
	hedger.note(logEntry(2, 1, { xrd: '100', outcome: 'Released' }))
	await hedger.hedge()
	assert.equal(venue.asked, 0)
	journal.close()
})

test('less than a lot, and fees in base, wait for the next order', async t => {
	const { directory, file } = recordedMarket(t, { taker: 0.001 })
	const venue = new BreakingVenue(file)
	const { hedger, journal } = await openHedger(venue, directory)
	hedger.note(logEntry(1, 1, { xrd: '-0.05' }))
	await hedger.hedge()
	assert.equal(venue.asked, 0)
	hedger.note(logEntry(2, 2, { xrd: '-1000.07' }))
	await hedger.hedge()
	// Bought with a fee of a thousandth in XRD, which was bought too, and so on.
	assert.equal(Decimal.format(hedger.position.unhedged), '-0.0211')
	assert.equal(gained(venue), '1000.0989')
	journal.close()
})

test('entries that come again, from any number or in a log that starts over, are not hedged again', async t => {
	const { directory, file } = recordedMarket(t, { taker: 0 })
	const venue = new BreakingVenue(file)
	const entries = [
		...[logEntry(1, 1, { xrd: '100' }), logEntry(2, 1, { xrd: '100', outcome: 'Settled' })],
		...[logEntry(3, 2, { xrd: '-40' }), logEntry(4, 2, { xrd: '-40', outcome: 'Expired' })],
		logEntry(5, 3, { xrd: '7' }),
	]
	for (const again of [entries, entries, entries.slice(3), entries.map(entry => ({ ...entry, incarnation: 'b' }))]) {
		const { hedger, journal } = await openHedger(venue, directory)
		for (const entry of again) {
			hedger.note(entry)
			await hedger.hedge()
		}
		assert.equal(gained(venue), '-107')
		journal.close()
	}
	assert.equal(venue.asked, 4)
})

test('fills whose end the log never says, as after a restore, end as the ledger says', async t => {
	const { directory, file } = recordedMarket(t, { taker: 0 })
	const venue = new BreakingVenue(file)
	const clock = { ms: 1_000_000, nowMs: () => clock.ms }
	const first = await openHedger(venue, directory, clock)
	first.hedger.note({ ...logEntry(1, 1, { xrd: '100' }), subintentId: 'settled-1' })
	first.hedger.note({ ...logEntry(2, 2, { xrd: '30' }), subintentId: 'gone-2' })
	await first.hedger.hedge()
	assert.equal(gained(venue), '-130')
	first.journal.close()
	clock.ms += 601_000
	const { hedger, journal } = await openHedger(venue, directory, clock)
	await hedger.hedge()
	assert.deepEqual([gained(venue), hedger.position.open, hedger.position.unhedged], ['-100', 0n, 0n])
	journal.close()
})

test('what was filled before the first start is not hedged', async t => {
	const { directory, file } = recordedMarket(t)
	const venue = new BreakingVenue(file)
	const { hedger, journal } = await openHedger(venue, directory)
	hedger.note({ ...logEntry(1, 1, { xrd: '100' }), occurredAtMs: 990_000 })
	hedger.note({ ...logEntry(2, 1, { xrd: '100', outcome: 'Settled' }), occurredAtMs: 999_000 })
	await hedger.hedge()
	assert.equal(venue.asked, 0)
	assert.equal(hedger.position.last?.number, 2)
	journal.close()
})

for (const breaks of ['before', 'after'] as const)
	test(`an order whose answer was lost ${breaks} it was executed is hedged once, also after a restart`, async t => {
		const { directory, file } = recordedMarket(t, { taker: 0 })
		const venue = new BreakingVenue(file)
		const first = await openHedger(venue, directory)
		first.hedger.note(logEntry(1, 1, { xrd: '100' }))
		venue.breaks = breaks
		await first.hedger.hedge()
		assert.match(first.hedger.trouble ?? '', /no answer/)
		// Others wait behind it.
		first.hedger.note(logEntry(2, 2, { xrd: '30' }))
		first.journal.close()
		venue.breaks = undefined
		const { hedger, journal } = await openHedger(venue, directory)
		await hedger.hedge()
		assert.deepEqual([gained(venue), venue.orderIds], ['-130', [partId(1), partId(2)]])
		assert.equal(hedger.position.unhedged, 0n)
		journal.close()
	})

test('an order that the venue took, and does not show at once, is not placed again', async t => {
	const { directory, file } = recordedMarket(t, { taker: 0 })
	const venue = new BreakingVenue(file)
	venue.isSlow = true
	const { hedger, journal } = await openHedger(venue, directory)
	hedger.note(logEntry(1, 1, { xrd: '100' }))
	await hedger.hedge()
	assert.match(hedger.trouble ?? '', /does not show it yet/)
	hedger.note(logEntry(2, 2, { xrd: '30' }))
	venue.isSlow = false
	await hedger.hedge()
	assert.deepEqual([gained(venue), venue.orderIds], ['-130', [partId(1), partId(2)]])
	journal.close()
})

test('an order that the venue refuses is tried again, and never counts', async t => {
	const { directory, file } = recordedMarket(t, { taker: 0 })
	const venue = new BreakingVenue(file)
	const { hedger, journal } = await openHedger(venue, directory)
	hedger.note(logEntry(1, 1, { xrd: '-3000000' }))
	await hedger.hedge()
	assert.match(hedger.trouble ?? '', /refused to buy 3000000: there is not enough USDT/)
	assert.equal(gained(venue), '0')
	hedger.note(logEntry(2, 1, { xrd: '-3000000', outcome: 'Expired' }))
	hedger.note(logEntry(3, 2, { xrd: '-5' }))
	await hedger.hedge()
	assert.deepEqual([gained(venue), hedger.trouble], ['5', undefined])
	journal.close()
})

test('what the venue’s book does not have at once is bought with further orders', async t => {
	const { directory, file } = recordedMarket(t, { taker: 0, depth: 40 })
	const venue = new BreakingVenue(file)
	const { hedger, journal } = await openHedger(venue, directory)
	hedger.note(logEntry(1, 1, { xrd: '-100' }))
	await hedger.hedge()
	assert.deepEqual([gained(venue), venue.asked, new Set(venue.orderIds).size], ['100', 3, 3])
	journal.close()
})

test('error: an entry without amounts, and a damaged journal', async t => {
	const { directory, file } = recordedMarket(t)
	const { hedger, journal } = await openHedger(new BreakingVenue(file), directory)
	const { fill: _, ...silent } = logEntry(1, 1, { xrd: '1' })
	assert.throws(() => hedger.note(silent), /too old to be hedged/)
	journal.close()
	const path = join(directory, 'journal', 'journal.jsonl')
	const whole = readFileSync(path, 'utf8')
	// A crash while a line is written leaves a part of it.
	appendFileSync(path, '{"t":"part","p"')
	;(await openHedger(new BreakingVenue(file), directory)).journal.close()
	writeFileSync(path, `${whole}{"t":"part","p"\n`)
	await assert.rejects(openHedger(new BreakingVenue(file), directory), /damaged at line/)
})
