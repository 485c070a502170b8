import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Decimal } from '@accord/protocol'
import fc from 'fast-check'
import { answersMaxOf, type BreakerRules } from '../config/breaker-settings.ts'
import { type Answer, type LastPause, missRateOf, nextPauseMs, sampleStartMs } from './breaker-rule.ts'

const rules: BreakerRules = {
	pausesAt: Decimal.parse('0.5'),
	sampleMin: 20,
	smoothedOver: 50,
	rejectWeight: Decimal.parse('0.5'),
	historyMs: 86_400_000,
	firstPauseMs: 30_000,
	longestPauseMs: 3_600_000,
	forgetsAfterMs: 3_600_000,
}

const many = (answer: Answer, count: number): Answer[] => Array(count).fill(answer)
const { rejectWeight } = rules

describe('missRateOf', () => {
	const cases: [title: string, answers: Answer[], smoothedOver: number, rate: string][] = [
		['nothing requested yet', [], 50, '0'],
		['all filled', many('filled', 200), 50, '0'],
		['all silent', many('timed_out', 7), 50, '1'],
		['all rejected: exactly the weight of a rejection', many('rejected', 200), 3, '0.5'],
		['the newest counts most', ['timed_out', 'filled'], 2, '0.666667'],
		['an older miss fades', ['filled', 'timed_out'], 2, '0.333334'],
		['a rejection is half a miss', ['rejected', 'filled'], 2, '0.333334'],
		['smoothed over one, only the newest counts', ['filled', ...many('timed_out', 3)], 1, '0'],
	]
	for (const [title, answers, smoothedOver, rate] of cases) {
		test(title, () => assert.equal(Decimal.format(missRateOf(answers, { rejectWeight, smoothedOver })), rate))
	}

	const anyAnswers = fc.array(fc.constantFrom<Answer>('filled', 'rejected', 'timed_out'), { maxLength: 200 })

	// shows maker addition: A circuit breaker for makers who do not answer: smoothed miss rate over a minimum sample
	test('is a fraction that time-outs raise and fills lower', () => {
		fc.assert(
			fc.property(anyAnswers, fc.integer({ min: 1, max: 100 }), (answers, smoothedOver) => {
				const rateOf = (...newest: Answer[]) => missRateOf([...newest, ...answers], { rejectWeight, smoothedOver })
				const rate = rateOf()
				assert.ok(rate >= 0n && rate <= Decimal.one)
				if (answers.length > 0) assert.ok(rateOf('filled') <= rate && rate <= rateOf('timed_out'))
				assert.ok(rateOf('filled') <= rateOf('rejected') && rateOf('rejected') <= rateOf('timed_out'))
			}),
		)
	})

	test('answers beyond the number read could not change it by more than 0.02', () => {
		for (const smoothedOver of [2, 10, 50, 500]) {
			const read = many('filled', answersMaxOf({ smoothedOver }))
			const rate = missRateOf([...read, ...many('timed_out', 5000)], { rejectWeight, smoothedOver })
			assert.ok(rate < Decimal.parse('0.02'), Decimal.format(rate))
		}
	})
})

describe('sampleStartMs', () => {
	const nowMs = 100_000_000
	const cases: [title: string, last: LastPause | undefined, fromMs: number][] = [
		['never paused: the start of the history', undefined, nowMs - rules.historyMs],
		['paused before: the end of that pause', { sinceMs: nowMs - 2000, untilMs: nowMs - 1000 }, nowMs - 1000],
		['paused long ago: the start of the history', { sinceMs: 1000, untilMs: 2000 }, nowMs - rules.historyMs],
	]
	for (const [title, last, fromMs] of cases) {
		test(title, () => assert.equal(sampleStartMs(last, { nowMs, historyMs: rules.historyMs }), fromMs))
	}
})

describe('nextPauseMs', () => {
	const hour = rules.forgetsAfterMs
	const pause = (lengthMs: number): LastPause => ({ sinceMs: 1_000_000, untilMs: 1_000_000 + lengthMs })
	const cases: [title: string, last: LastPause | undefined, afterMs: number, nextMs: number][] = [
		['the shortest at first', undefined, 0, 30_000],
		['twice the last one', pause(30_000), 1, 60_000],
		['twice the last one while that is in force', pause(30_000), -20_000, 60_000],
		// shows maker addition: Pauses double, end on their own, and are forgotten after good behaviour
		['never longer than the maximum', pause(2_000_000), 0, 3_600_000],
		['twice the last one until a full period of good behaviour has passed', pause(480_000), hour - 1, 960_000],
		// shows maker addition: Pauses double, end on their own, and are forgotten after good behaviour
		['halved after a period of good behaviour', pause(480_000), hour, 480_000],
		['quartered after two', pause(480_000), 2 * hour, 240_000],
		['never shorter than the minimum', pause(480_000), 100 * hour, 30_000],
		['the shortest again after a cancelled one', pause(0), 0, 30_000],
	]
	for (const [title, last, afterMs, nextMs] of cases) {
		test(title, () => assert.equal(nextPauseMs(last, { nowMs: (last?.untilMs ?? 0) + afterMs, rules }), nextMs))
	}
})
