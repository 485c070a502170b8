import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countMakers, flowStations } from './flow-stations.ts'
import { settledTrace } from './trace-fixture.ts'

const said = (trace: typeof settledTrace) =>
	flowStations(trace).map(({ who, says, isReached, afterMs }) => {
		return `${who} ${says}${isReached ? '' : ' (ahead)'}${afterMs === undefined ? '' : ` +${afterMs}`}`
	})

test('a settled trade has been everywhere', () => {
	assert.deepEqual(said(settledTrace), [
		'User signs away 100 XRD +0',
		'1 of 2 makers signs away 5 xUSDC +30',
		'Service wraps 2 intents +45',
		'Solver makes one transaction',
		'Ledger moves all of it at once +800',
	])
})

test('of a trade that nobody filled nothing is told that did not happen', () => {
	const [declined] = settledTrace.parts
	const parts = declined === undefined ? [] : [declined]
	const events = settledTrace.events.slice(0, 3)
	assert.deepEqual(said({ ...settledTrace, state: 'unfilled', parts, events, items: [], roots: [] }), [
		'User signs away 100 XRD +0',
		'Maker nobody has signed (ahead)',
		'Service wraps what is signed (ahead)',
		'Solver makes one transaction (ahead)',
		'Ledger moves all of it at once (ahead)',
	])
})

test('a maker that is asked twice counts once', () => {
	const { parts } = settledTrace
	assert.deepEqual(countMakers([...parts, ...parts]), { asked: 2, signed: 1 })
	assert.deepEqual(countMakers([]), { asked: 0, signed: 0 })
})
