import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SettlementTracker } from '../settlement/track-settlements.ts'
import { openFilled } from '../testing/filled-fixture.ts'
import { publishBundles } from './publish-bundles.ts'
import { openBundlesAfter, solverEventsAfter } from './solver-events.ts'
import { SolverReads } from './solver-reads.ts'

const limit = 10

test('reading both logs at once gives the same as reading each', async t => {
	const { clock, db, deps, gateway, placeAndFill } = await openFilled(t)
	const reads = new SolverReads({ db })
	const publish = async () => {
		const placed = await placeAndFill()
		await publishBundles(deps)
		return placed
	}
	const first = await publish()
	await publish()
	gateway.stateVersion += 1
	gateway.committed.set(first.subintentId, 'txid_1')
	clock.advance(500)
	const tracker = new SettlementTracker(deps)
	while ((await tracker.run()) === 'again') {}
	await publish()
	const numbers = { bundles: [0, 1, 2, 4], events: [0, 1, 2, 3, 4] }
	for (const bundlesAfter of numbers.bundles) {
		for (const eventsAfter of numbers.events) {
			for (const page of [limit, 1]) {
				const [bundles, events] = await Promise.all([
					reads.bundlesAfter({ after: bundlesAfter, limit: page }),
					reads.eventsAfter({ after: eventsAfter, limit: page }),
				])
				assert.deepEqual(bundles, await openBundlesAfter(db.own, { after: bundlesAfter, limit: page }))
				assert.deepEqual(events, await solverEventsAfter(db.own, { after: eventsAfter, limit: page }))
			}
		}
	}
	const isOpen = ({ bundleNumber }: { bundleNumber: number }) => bundleNumber
	assert.deepEqual((await reads.bundlesAfter({ after: 0, limit })).map(isOpen), [2, 4])
	assert.deepEqual(
		(await reads.eventsAfter({ after: 0, limit })).map(({ number, kind }) => `${number} ${kind}`),
		['2 published', '3 withdrawn', '4 published'],
	)
})

test('readers of one log at a time get the entries of their log', async t => {
	const { db, deps, placeAndFill } = await openFilled(t)
	const reads = new SolverReads({ db })
	await placeAndFill()
	await publishBundles(deps)
	const asked = [0, 0, 1].map(after => reads.bundlesAfter({ after, limit }))
	assert.deepEqual(
		(await Promise.all(asked)).map(({ length }) => length),
		[1, 1, 0],
	)
	assert.equal((await reads.eventsAfter({ after: 0, limit })).length, 1)
})
