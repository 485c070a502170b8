import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countMakers, flowStations } from './flow-stations.ts'
import { settledTrace } from './trace-fixture.ts'

const shown = (trace: typeof settledTrace) =>
	flowStations(trace).map(({ party, action, isReached, afterMs }) => {
		return `${party} ${action}${isReached ? '' : ' (ahead)'}${afterMs === undefined ? '' : ` +${afterMs}`}`
	})

test('a settled trade has reached every station', () => {
	assert.deepEqual(shown(settledTrace), [
		'User offers 100 XRD +0',
		'1 of 2 makers offers 5 xUSDC +30',
		'Service wraps 2 intents +45',
		'Solver builds one transaction',
		'Ledger settles everything at once +800',
	])
})

test('an unfilled trade shows nothing that did not happen', () => {
	const [rejected] = settledTrace.parts
	const parts = rejected === undefined ? [] : [rejected]
	const events = settledTrace.events.slice(0, 3)
	assert.deepEqual(shown({ ...settledTrace, state: 'unfilled', parts, events, items: [], roots: [] }), [
		'User offers 100 XRD +0',
		'Maker has not signed (ahead)',
		'Service wraps signed intents (ahead)',
		'Solver builds one transaction (ahead)',
		'Ledger settles everything at once (ahead)',
	])
})

test('a maker that is asked twice counts once', () => {
	const { parts } = settledTrace
	assert.deepEqual(countMakers([...parts, ...parts]), { asked: 2, signed: 1 })
	assert.deepEqual(countMakers([]), { asked: 0, signed: 0 })
})
