import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { endsFirst } from '../../bench/cluster/usage.ts'
import { type Costs, lockCosts, readCosts } from '../../bench/scale/costs.ts'
import { simulateLedger } from '../../bench/scale/ledger-simulation.ts'
import { simulateMatching } from '../../bench/scale/match-simulation.ts'
import { needsTable, nodesFor, ordersPerSOfLock } from '../../bench/scale/needs.ts'
import { scaleTables } from '../../bench/scale/scale-tables.ts'

const page = readFileSync(new URL('../../docs/scale.md', import.meta.url), 'utf8')

for (const [name, table] of Object.entries(scaleTables(readCosts()))) {
	test(`the table of ${name} in docs/scale.md is what the model computes from the measured costs`, () => {
		const [, shown] = page.split(new RegExp(`<!-- ${name}: (?:generated|end) -->`))
		assert.equal(shown?.trim(), table, 'npm run generate')
	})
}

const costs = { serviceMsPerTrade: 4, lockMsPerMatch: 4, lockMsPerOrder: 0.5 }

test('while there is room for all, every order is matched, after about its cost', () => {
	const matched = simulateMatching({ ordersPerS: 20, nodes: 3, pairs: 20 }, costs)
	assert.equal(matched.refusedPerS, 0)
	assert.ok(Math.abs(matched.matchedPerS - 20) < 5, `${matched.matchedPerS}`)
	assert.ok(Math.abs(matched.p50Ms - 8.5) < 0.001, `${matched.p50Ms}`)
	assert.ok(matched.p99Ms >= matched.p50Ms)
})

test('one pair takes what full matches take, however many nodes there are, and the rest is refused', () => {
	const most = (1000 * 16) / (4 + 16 * 0.5)
	const matched = simulateMatching({ ordersPerS: 3 * most, nodes: 100, pairs: 1 }, costs)
	assert.ok(Math.abs(matched.matchedPerS / most - 1) < 0.02, `${matched.matchedPerS}`)
	assert.ok(matched.refusedPerS > 1.8 * most && matched.refusedPerS < 2.2 * most, `${matched.refusedPerS}`)
	assert.equal(ordersPerSOfLock({ ...unknown, ...costs }), most)
})

test('more pairs take more, until the nodes are busy', () => {
	const load = { ordersPerS: 2_000, nodes: 3, pairs: 20 }
	const matched = simulateMatching(load, costs)
	const most = (3 * 1000) / costs.serviceMsPerTrade
	assert.ok(Math.abs(matched.matchedPerS / most - 1) < 0.02, `${matched.matchedPerS}`)
	assert.deepEqual(simulateMatching(load, costs), matched, 'the same each time')
})

test('the ledger settles everything it has room for, and the rest expires', () => {
	assert.deepEqual(simulateLedger(400), { settledPerS: 400, expiredPerS: 0, waitS: 0 })
	const { settledPerS, expiredPerS } = simulateLedger(1_000)
	assert.ok(Math.abs(settledPerS - 400) < 1 && Math.abs(expiredPerS - 600) < 5, `${settledPerS} ${expiredPerS}`)
})

const unknown: Costs = Object.fromEntries(Object.keys(readCosts()).map(name => [name, null])) as Costs

test('figures that were not measured are not guessed', () => {
	for (const table of Object.values(scaleTables(unknown))) assert.match(table, /—/)
	assert.equal(nodesFor(unknown), null)
})

test('a node that cannot take all books alone cannot be helped by others', () => {
	const booksOf = (otherBookUs: number) => nodesFor({ ...unknown, serviceMsPerTrade: 4, otherBookUs })
	assert.equal(booksOf(0), 58)
	assert.equal(booksOf(5), 67)
	assert.equal(booksOf(35), null)
	assert.match(needsTable({ ...unknown, serviceMsPerTrade: 4, otherBookUs: 35 }), /no number of nodes/)
})

test('a lock’s cost for a match and for each order follows from small and large matches', () => {
	const alone = { lockMs: 4.5, ordersPerMatch: 1 }
	assert.deepEqual(lockCosts({ alone, together: { lockMs: 1.5, ordersPerMatch: 4 } }), {
		lockMsPerMatch: 4,
		lockMsPerOrder: 0.5,
	})
	assert.deepEqual(
		lockCosts({ alone, together: { lockMs: 6, ordersPerMatch: 4 } }),
		{ lockMsPerMatch: 0, lockMsPerOrder: 6 },
		'under load everything takes longer: then the cost is counted per order',
	)
})

test('the limit is the machine, a process on one core, the lock, or waiting', () => {
	const used = { atMs: 1_000, nodes: [300], PostgreSQL: 200, NATS: 10, 'the ledger': 100, makers: 100, users: 110 }
	const first = (changes: Partial<typeof used>, lockHeld = 0.1) =>
		endsFirst({ ...used, ...changes }, { lockHeld, cores: 2 })
	assert.equal(first({ nodes: [900, 400], PostgreSQL: 340 }), 'the machine (98 %), most of it node 1 (45 %)')
	assert.equal(first({ nodes: [200, 950], PostgreSQL: 0 }), 'node 2 (95 % of a core)')
	assert.equal(first({}, 0.95), 'the pair’s lock (held 95 %)')
	assert.equal(first({}), 'waiting: the machine 41 %, the pair’s lock 10 %')
})
