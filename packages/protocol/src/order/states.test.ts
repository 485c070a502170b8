import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isTerminalOrderState, orderStates } from './states.ts'

it('orders end settled, unfilled, expired or cancelled', () => {
	assert.deepEqual(orderStates.filter(isTerminalOrderState), ['settled', 'unfilled', 'expired', 'cancelled'])
})
