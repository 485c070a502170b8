import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal, type FillExecution, type Outcome } from '@accord/protocol'
import { seededRandom } from '../seeded-random.ts'
import { BreakingVenue, firstBalances, logEntry, openHedger, recordedMarket } from './venue-fixture.ts'

const trades = 10_000
const dayMs = 86_400_000

/** A day's fill log: fills of up to 2,000 XRD either way, of which several are open at a time, and 4 % never settle. */
function dayOfFills(random: () => number): FillExecution[] {
	const entries: FillExecution[] = []
	const open: { part: number; xrd: string }[] = []
	const end = () => {
		const [fill] = open.splice(Math.floor(random() * open.length), 1)
		if (fill === undefined) return
		const chance = random()
		const outcome: Outcome = chance < 0.02 ? 'Expired' : chance < 0.04 ? 'Released' : 'Settled'
		entries.push(logEntry(entries.length + 1, fill.part, { xrd: fill.xrd, outcome }))
	}
	for (let part = 1; part <= trades; part++) {
		const xrd = `${random() < 0.5 ? '-' : ''}${(random() * 2_000 + 0.000001).toFixed(6)}`
		entries.push(logEntry(entries.length + 1, part, { xrd }))
		open.push({ part, xrd })
		while (open.length > 8 * random()) end()
	}
	while (open.length > 0) end()
	return entries
}

/** What the fills that settled brought to the ledger. */
function settledBase(entries: readonly FillExecution[]): Decimal {
	const settled = entries.filter(({ outcome }) => outcome === 'Settled')
	return Decimal.sum(
		settled.map(({ fill }) => {
			if (fill === undefined) return assert.fail()
			return fill.buy.symbol === 'XRD' ? fill.buy.amount : Decimal.negate(fill.sell.amount)
		}),
	)
}

test('after a day of 10,000 trades, with restarts, replays, a restore and a bad line, the base is flat to one lot', async t => {
	const random = seededRandom(36)
	const prices = Array.from({ length: 100 }, (_, n) => (0.05 + Math.sin(n / 5) / 500).toFixed(6))
	const { directory, file } = recordedMarket(t, { prices })
	let nowMs = 1_000_000
	const clock = { nowMs: () => nowMs }
	const venue = new BreakingVenue(file, { nowMs: clock.nowMs })
	const entries = dayOfFills(random)
	let [running, incarnation] = [await openHedger(venue, directory, clock), 'a']
	for (let at = 0; at < entries.length; at++) {
		nowMs += dayMs / entries.length
		running.hedger.note({ ...(entries[at] ?? assert.fail()), incarnation })
		const chance = random()
		venue.breaks = chance < 0.01 ? 'before' : chance < 0.02 ? 'after' : undefined
		await running.hedger.hedge()
		if (at % 4_001 === 4_000) {
			running.journal.close()
			running = await openHedger(venue, directory, clock)
			// The log is read again from an earlier number, and once from its first, after a restore from a backup.
			if (at > entries.length / 2 && incarnation === 'a') [incarnation, at] = ['b', -1]
			else at -= Math.floor(random() * 50)
		}
	}
	venue.breaks = undefined
	await running.hedger.hedge()
	const { hedger, journal } = running
	const atVenue = Decimal.subtract(venue.balance('XRD'), Decimal.parse(firstBalances.XRD))
	const base = Decimal.add(settledBase(entries), atVenue)
	const lot = Decimal.parse('0.1')
	assert.ok(base < lot && base > -lot, `${Decimal.format(base)} XRD are left`)
	assert.deepEqual([hedger.position.unhedged, hedger.position.open, hedger.trouble], [base, 0n, undefined])
	assert.ok(venue.orderIds.length > trades * 0.9, `${venue.orderIds.length} orders`)
	journal.close()
})
