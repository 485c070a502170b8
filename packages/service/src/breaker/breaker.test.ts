import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BreakerState, Decimal, TradeError } from '@accord/protocol'
import { sql } from 'kysely'
import type { BreakerRules } from '../config/breaker-settings.ts'
import { expireParts } from '../settlement/overdue-orders.ts'
import { openFilled } from '../testing/filled-fixture.ts'
import { nowMs } from '../testing/order-fixture.ts'
import { makerFill, makerId, pricedBy, submitFill } from '../testing/trade-fixture.ts'
import { breakerOf } from './breaker.ts'
import { ExcusedParts, excuseParts } from './excused-parts.ts'
import { endPause, pausesOf } from './maker-pauses.ts'
import { SilentMakers } from './silent-makers.ts'

const breaker: BreakerRules = {
	pausesAt: Decimal.parse('0.5'),
	sampleMin: 4,
	smoothedOver: 50,
	rejectWeight: Decimal.parse('0.5'),
	historyMs: 3_600_000,
	firstPauseMs: 30_000,
	longestPauseMs: 240_000,
	forgetsAfterMs: 600_000,
}

type Ended = {
	state: 'asked' | 'filled' | 'rejected' | 'timed_out'
	/** How long after the request the part ended; the deadline is 3 s. */
	afterMs?: number
	askedAtMs?: number
	/** The amount of xUSDC that the maker would sell; ten settlement fees are 2.625. */
	sells?: string
}

const timedOut: Ended = { state: 'timed_out' }
const filled: Ended = { state: 'filled', afterMs: 200 }
const rejected: Ended = { state: 'rejected', afterMs: 200 }

async function openBreaker(t: Parameters<typeof openFilled>[0]) {
	const trade = await openFilled(t)
	const { clock, db, place } = trade
	const { partId } = await place()
	let parts = 0
	const warnings: string[] = []
	const onWarned = async (_: string, { missRate, sample }: BreakerState) => {
		warnings.push(`${Decimal.format(missRate)} of ${sample}`)
	}
	const platform = { ...trade.platform, breaker }
	const deps = { ...trade.deps, platform, breaker, onWarned }
	const silentMakers = new SilentMakers({ platform, onWarned })
	/** Writes parts of the maker, requested a millisecond apart, and how each of them ended. */
	const write = async (...all: Ended[]) => {
		for (const { state, afterMs = 3_301, askedAtMs = clock.nowMs() + parts, sells = '5' } of all) {
			parts += 1
			const values = {
				...{ part_id: `part ${String(parts).padStart(3, '0')}`, state, fill_sell_amount: sells },
				...{ asked_at_ms: askedAtMs, fill_before_ms: askedAtMs + 3_000, reservation: 'released' },
				ended_at_ms: state === 'asked' ? null : askedAtMs + afterMs,
			}
			await sql`
				insert into part select (jsonb_populate_record(p, ${JSON.stringify(values)}::jsonb)).*
				from part p where part_id = ${partId}`.execute(db.own)
		}
	}
	const state = () => breakerOf(deps, { database: db.own, makerId, nowMs: clock.nowMs() })
	const summary = async () => {
		const { missRate, nextPauseSeconds, sample } = await state()
		return `${Decimal.format(missRate)} of ${sample}, next ${nextPauseSeconds} s`
	}
	const pauses = () => pausesOf(db.own, { makerId, nowMs: clock.nowMs() })
	return { ...trade, deps, silentMakers, write, state, summary, pauses, warnings }
}

test('before any request, the state has an empty sample and the rules', async t => {
	const { state } = await openBreaker(t)
	const { pausesAt, sampleMin } = breaker
	assert.deepEqual(await state(), { missRate: 0n, sample: 0, pausesAt, sampleMin, nextPauseSeconds: 30 })
})

// shows decision 20: Rejecting counts less than silence, and not for parts below 10 settlement fees
test('a time-out counts in full, a rejection less, a fill in the maker’s favour, and an open part not at all', async t => {
	const { summary, write } = await openBreaker(t)
	await write(timedOut, timedOut)
	assert.equal(await summary(), '1 of 2, next 30 s')
	await write(rejected, { state: 'asked' })
	assert.equal(await summary(), '0.829956 of 3, next 30 s')
	await write(filled)
	assert.equal(await summary(), '0.616137 of 4, next 30 s')
})

// shows decision 20: Rejecting counts less than silence, and not for parts below 10 settlement fees
test('rejecting a part below ten settlement fees of the token sold never counts', async t => {
	const { summary, write } = await openBreaker(t)
	await write({ ...rejected, sells: '2.624999' }, filled)
	assert.equal(await summary(), '0 of 1, next 30 s')
	await write({ ...rejected, sells: '2.625' }, { ...timedOut, sells: '1' })
	assert.equal(await summary(), '0.506734 of 3, next 30 s')
})

// shows maker addition: Time-outs that are not the maker’s fault do not count
test('parts of cancelled orders do not count, nor parts that the service timed out late', async t => {
	const { summary, write } = await openBreaker(t)
	await write({ ...timedOut, afterMs: 2_000 }, { ...timedOut, afterMs: 3_000 }, { ...timedOut, afterMs: 5_001 })
	assert.equal(await summary(), '0 of 0, next 30 s')
	await write({ ...timedOut, afterMs: 3_001 }, { ...timedOut, afterMs: 5_000 })
	assert.equal(await summary(), '1 of 2, next 30 s')
})

test('a part that times out while the service restarts does not count against the maker', async t => {
	const { clock, deps, place, summary } = await openBreaker(t)
	await place()
	clock.advance(2_500)
	const startedAtMs = clock.nowMs()
	await place()
	clock.advance(801)
	await expireParts(deps, { startedAtMs })
	assert.equal(await summary(), '0 of 0, next 30 s')
	clock.advance(2_500)
	await expireParts(deps, { startedAtMs })
	assert.equal(await summary(), '1 of 1, next 30 s')
})

test('a time-out counts if the maker’s fill was invalid, or alone met a failure, but not if the service was in trouble', async t => {
	const { clock, costPreview, deps, place, platform, summary } = await openBreaker(t)
	const excusedParts = new ExcusedParts(deps)
	const answer = async (code: 'busy' | 'preview_failed') => {
		const price = async () => {
			throw new TradeError(code)
		}
		const { partId: orderId } = await place()
		const fill = { makerId, orderId, signedPartialTransaction: makerFill(), receivedAtMs: clock.nowMs() }
		await assert.rejects(
			submitFill({ ...deps, excusedParts, intents: pricedBy({ platform, costPreview }, price) }, fill),
			{
				code,
			},
		)
	}
	await answer('busy')
	excusedParts.noteTrouble()
	clock.advance(3_301)
	await expireParts({ ...deps, excusedParts })
	// The first part, which the maker never answered.
	assert.equal(await summary(), '1 of 1, next 30 s')
	await answer('preview_failed')
	clock.advance(3_301)
	await expireParts({ ...deps, excusedParts })
	assert.equal(await summary(), '1 of 2, next 30 s')
	// Only this fill failed.
	clock.advance(10_000)
	await answer('busy')
	clock.advance(3_301)
	await expireParts({ ...deps, excusedParts })
	assert.equal(await summary(), '1 of 3, next 30 s')
	// Another maker's fill failed as well: two makers must not be able to excuse each other.
	clock.advance(10_000)
	await answer('busy')
	excusedParts.add('a part of another maker')
	clock.advance(3_301)
	await expireParts({ ...deps, excusedParts })
	assert.equal(await summary(), '1 of 4, next 30 s')
	clock.advance(60_000)
	assert.deepEqual(excusedParts.ids(), [])
})

// shows decision 79: A node's own knowledge reaches the others through the database
test('a time-out that another node has counted is taken back by the one that could not take the fill', async t => {
	const { clock, db, deps, place, summary } = await openBreaker(t)
	const excusedParts = new ExcusedParts(deps)
	const { partId: excused } = await place()
	await place()
	excusedParts.add(excused)
	excusedParts.noteTrouble()
	await excuseParts({ ...deps, excusedParts })
	assert.deepEqual(excusedParts.ids(), [excused])
	clock.advance(3_301)
	// The other node has recorded no trouble.
	await expireParts(deps)
	assert.equal(await summary(), '1 of 3, next 30 s')
	// The other node's own database was unreachable in the meantime.
	clock.advance(40_000)
	for (let run = 0; run < 2; run++) await excuseParts({ ...deps, excusedParts })
	assert.equal(await summary(), '1 of 2, next 30 s')
	assert.deepEqual(excusedParts.ids(), [])
	const entries = await db.own.selectFrom('audit_entry').select('detail').where('act', '=', 'part_excused').execute()
	assert.deepEqual(entries, [{ detail: { part_id: excused } }])
})

test('requests from before the history do not count', async t => {
	const { clock, summary, write } = await openBreaker(t)
	const askedAtMs = clock.nowMs() - breaker.historyMs
	await write({ ...timedOut, askedAtMs: askedAtMs - 1 })
	assert.equal(await summary(), '0 of 0, next 30 s')
	await write({ ...timedOut, askedAtMs })
	assert.equal(await summary(), '1 of 1, next 30 s')
})

// shows maker addition: A circuit breaker for makers who do not answer: smoothed miss rate over a minimum sample
test('only as many answers are read as count', async t => {
	const { deps, clock, db, write } = await openBreaker(t)
	await write(...Array<Ended>(9).fill(timedOut))
	const state = await breakerOf(
		{ ...deps, breaker: { ...breaker, smoothedOver: 2 } },
		{ database: db.own, makerId, nowMs: clock.nowMs() },
	)
	assert.deepEqual([state.missRate, state.sample], [Decimal.one, 8])
})

// shows maker addition: A circuit breaker for makers who do not answer: smoothed miss rate over a minimum sample
test('too few answers pause no one, nor does a rate below the threshold', async t => {
	const { clock, pauses, write, silentMakers } = await openBreaker(t)
	await write(timedOut, timedOut, timedOut)
	clock.advance(3_400)
	await silentMakers.pause()
	assert.deepEqual(await pauses(), [])
	await write(filled, filled, filled, filled)
	await silentMakers.pause()
	assert.deepEqual(await pauses(), [])
})

// shows maker addition: A circuit breaker for makers who do not answer: smoothed miss rate over a minimum sample
test('a silent maker is paused once by concurrent nodes; the pause keeps its rate, and a new sample begins after it', async t => {
	const { clock, bus, deps, pauses, summary, write, silentMakers } = await openBreaker(t)
	const announced: string[] = []
	bus.subscribe('maker_pause', message => announced.push(message.makerId))
	await write(timedOut, timedOut, timedOut, timedOut)
	clock.set(nowMs + 3_400)
	const other = new SilentMakers({
		...deps,
		platform: { ...deps.platform, clock: { nowMs: () => nowMs + 3_900, wakeAt: () => () => {} } },
	})
	await Promise.all([silentMakers.pause(), other.pause()])
	const [pause, ...more] = await pauses()
	assert.deepEqual(more, [])
	const sinceMs = pause?.sinceMs ?? 0
	assert.ok([nowMs + 3_400, nowMs + 3_900].includes(sinceMs))
	assert.deepEqual(pause, {
		by: 'breaker',
		reason: 'orders were left unanswered: miss rate 1 over the last 4',
		sinceMs,
		untilMs: sinceMs + 30_000,
	})
	assert.ok(announced.includes(makerId))
	// Parts requested before the pause still time out during it.
	await write({ ...timedOut, askedAtMs: nowMs + 3_000 })
	assert.equal(await summary(), '1 of 4, next 60 s')
	clock.set(sinceMs + 30_000)
	assert.deepEqual(await pauses(), [])
	assert.equal(await summary(), '0 of 0, next 60 s')
})

// shows maker addition: `maker.breaker.changed` warns the maker one step before a pause
test('a maker is warned once when its next unanswered order would pause it, and again only if it recovered meanwhile', async t => {
	const { clock, pauses, warnings, write, silentMakers } = await openBreaker(t)
	const answer = async (...all: Ended[]) => {
		await write(...all)
		clock.advance(3_400)
		await silentMakers.pause()
	}
	await answer(timedOut, filled)
	assert.deepEqual(warnings, [])
	await answer(timedOut)
	assert.deepEqual(warnings, ['0.666713 of 3'])
	await answer(filled)
	// The rate is now based on four answers, and one more miss would bring it to a half.
	assert.deepEqual([warnings.length, await pauses()], [1, []])
	await answer(filled, filled, filled)
	await answer(timedOut)
	assert.equal(warnings.length, 1)
	await answer(timedOut)
	assert.equal(warnings.length, 2)
	assert.deepEqual(await pauses(), [])
	await answer(timedOut)
	assert.equal((await pauses()).length, 1)
	assert.equal(warnings.length, 2)
	clock.set((await pauses())[0]?.untilMs ?? 0)
	await answer(timedOut, timedOut, timedOut, timedOut)
	// All in one run: the warning comes first, followed by the pause.
	assert.deepEqual([warnings.length, (await pauses()).length], [3, 1])
})

// shows maker addition: Pauses double, end on their own, and are forgotten after good behaviour
test('each pause is twice as long as the one before, and shorter again after good behaviour', async t => {
	const { clock, pauses, summary, write, silentMakers } = await openBreaker(t)
	const untilPaused = async () => {
		await write(rejected, rejected, rejected, rejected)
		clock.advance(300)
		await silentMakers.pause()
		const [{ sinceMs, untilMs = 0 } = assert.fail('not paused')] = await pauses()
		clock.set(untilMs)
		return (untilMs - sinceMs) / 1000
	}
	const lengths: number[] = []
	for (let n = 0; n < 5; n++) lengths.push(await untilPaused())
	assert.deepEqual(lengths, [30, 60, 120, 240, 240])
	clock.advance(breaker.forgetsAfterMs)
	assert.equal(await summary(), '0 of 0, next 240 s')
	clock.advance(breaker.forgetsAfterMs)
	assert.equal(await summary(), '0 of 0, next 120 s')
	assert.equal(await untilPaused(), 120)
})

// shows maker addition: Pauses double, end on their own, and are forgotten after good behaviour
test('ending a breaker’s pause also discards the misses that caused it', async t => {
	const { clock, bus, db, pauses, summary, write, silentMakers } = await openBreaker(t)
	await write(timedOut, timedOut, timedOut, timedOut)
	clock.advance(3_400)
	await silentMakers.pause()
	await endPause({ database: db.own, bus }, { makerId, by: 'breaker' })
	await silentMakers.pause()
	assert.deepEqual(await pauses(), [])
	assert.equal(await summary(), '0 of 0, next 30 s')
})
