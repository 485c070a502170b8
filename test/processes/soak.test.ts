import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runSoak } from '../../soak/soak.ts'
import { findHarm } from '../../soak/verdict.ts'

// Two minutes of `npm run soak`, which takes thirty; only the long run judges how long honest users wait.

test('alongside one hostile client of each kind every honest trade settles, and nothing grows', async t => {
	const soak = await runSoak({ minutes: 2, perSecond: 4, report: line => t.diagnostic(line) })
	assert.deepEqual(findHarm(soak), [])
	const [alone, beside, again] = soak.phases
	assert.equal(alone.trades + beside.trades + again.trades, 4 * 120)
	for (const [kind, counts] of soak.hostile) assert.notDeepEqual(counts, {}, kind)
})
