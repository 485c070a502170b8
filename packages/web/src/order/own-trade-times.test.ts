import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ownTradeTimes } from './own-trade-times.ts'

const settledAfter = (ms: number) => ({
	createdAtMs: 1_000,
	history: [{ state: 'awaiting_fills', atMs: 1_000 } as const, { state: 'settled', atMs: 1_000 + ms } as const],
})

it('half of the settled orders took at most the median', () => {
	assert.deepEqual(ownTradeTimes([settledAfter(700), settledAfter(300), settledAfter(5_000)]), {
		trades: 3,
		medianMs: 700,
	})
	assert.deepEqual(ownTradeTimes([settledAfter(700), settledAfter(300)]), { trades: 2, medianMs: 300 })
})

it('orders that did not settle do not count', () => {
	const open = { createdAtMs: 1_000, history: [{ state: 'awaiting_fills', atMs: 1_000 } as const] }
	assert.deepEqual(ownTradeTimes([open]), { trades: 0, medianMs: undefined })
})
