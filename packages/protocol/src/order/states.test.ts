import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
	fillStates,
	isTerminalFillState,
	isTerminalOrderState,
	isTerminalPartState,
	orderStates,
	partStates,
} from './states.ts'

it('orders end settled, unfilled, expired or cancelled', () => {
	assert.deepEqual(orderStates.filter(isTerminalOrderState), ['settled', 'unfilled', 'expired', 'cancelled'])
})

it('a part ends as soon as it is no longer asked', () => {
	assert.deepEqual(partStates.filter(isTerminalPartState), ['filled', 'rejected', 'timed_out'])
})

it('fills end with one of the three outcomes', () => {
	assert.deepEqual(fillStates.filter(isTerminalFillState), ['Settled', 'Expired', 'Released'])
})
