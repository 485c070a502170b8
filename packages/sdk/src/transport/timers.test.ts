import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eitherSignal } from './timers.ts'

function two() {
	const [late, asked] = [new AbortController(), new AbortController()]
	return { late, asked, either: () => eitherSignal(late.signal, asked.signal) }
}

test('aborts with whichever comes first, and its reason', () => {
	for (const first of ['late', 'asked'] as const) {
		const { either, ...controllers } = two()
		const signal = either()
		assert.equal(signal.aborted, false)
		controllers[first].abort('first')
		controllers.late.abort('second')
		controllers.asked.abort('second')
		assert.equal(signal.reason, 'first')
	}
})

test('is aborted from the start when the caller’s signal is', () => {
	const { asked, either } = two()
	asked.abort('no longer')
	assert.equal(either().reason, 'no longer')
})
