import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MessageGate, type Verdict } from './message-gate.ts'

function verdicts(gate: MessageGate, { times, atMs }: { times: number; atMs: number }): Record<Verdict, number> {
	const counts = { pass: 0, refuse: 0, cut: 0 }
	for (let n = 0; n < times; n++) counts[gate.take(atMs)] += 1
	return counts
}

// shows maker addition: Messages per second are limited
test('as many as a second allows pass at once, as many again are refused, then the connection is cut', () => {
	const gate = new MessageGate({ perSecond: 10 })
	assert.deepEqual(verdicts(gate, { times: 25, atMs: 1000 }), { pass: 10, refuse: 10, cut: 5 })
})

test('a steady stream at the rate passes', () => {
	const gate = new MessageGate({ perSecond: 10 })
	for (let n = 0; n < 100; n++) assert.equal(gate.take(n * 100), 'pass')
})

test('who waits may send again, never more than a second’s worth', () => {
	const gate = new MessageGate({ perSecond: 10 })
	verdicts(gate, { times: 15, atMs: 0 })
	assert.deepEqual(verdicts(gate, { times: 6, atMs: 1000 }), { pass: 5, refuse: 1, cut: 0 })
	assert.deepEqual(verdicts(gate, { times: 11, atMs: 1_000_000 }), { pass: 10, refuse: 1, cut: 0 })
})

test('a clock that goes back gives nothing', () => {
	const gate = new MessageGate({ perSecond: 2 })
	const taken = [1000, 1000, 0, 500].map(atMs => gate.take(atMs))
	assert.deepEqual(taken, ['pass', 'pass', 'refuse', 'refuse'])
})
