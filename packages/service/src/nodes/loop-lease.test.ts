import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../db/open-database.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { LoopLease } from './loop-lease.ts'

async function openLeases(t: TestContext) {
	const { config, drop } = await createTestDatabase()
	const { db, close } = await openDatabase(config, 'shared')
	t.after(async () => {
		await close()
		await drop()
	})
	let nowMs = 0
	const lease = (nodeId: string) => new LoopLease({ db: { own: db }, nodeId, nowMs: () => nowMs })
	return {
		lease,
		pass: (ms: number) => {
			nowMs += ms
		},
	}
}

test('of nodes that ask for it at the same time one has the lease, and keeps it while it renews it', async t => {
	const { lease, pass } = await openLeases(t)
	const leases = ['a', 'b', 'c'].map(lease)
	const taken = await Promise.all(leases.map(each => each.renew()))
	assert.deepEqual(taken.toSorted(), [false, false, true])
	assert.deepEqual(
		leases.map(({ isHeld }) => isHeld),
		taken,
	)
	pass(500)
	assert.deepEqual(await Promise.all(leases.map(each => each.renew())), [false, false, false])
	assert.deepEqual(
		leases.map(({ isHeld }) => isHeld),
		taken,
	)
})

test('a node that no longer renews the lease loses it to another, and knows that when it continues', async t => {
	const { lease, pass } = await openLeases(t)
	const [stopped, other] = [lease('stopped'), lease('other')]
	await stopped.renew()
	assert.equal(stopped.isHeld, true)
	while (!(await other.renew())) await pause(100)
	assert.equal(other.isHeld, true)
	pass(2_000)
	assert.equal(stopped.isHeld, false)
	await other.renew()
	await stopped.renew()
	assert.deepEqual([stopped.isHeld, other.isHeld], [false, true])
})

test('a node that leaves the lease gives another the time to take it', async t => {
	const { lease, pass } = await openLeases(t)
	const [unable, able] = [lease('unable'), lease('able')]
	await unable.renew()
	await unable.leave()
	assert.equal(unable.isHeld, false)
	await unable.renew()
	assert.equal(unable.isHeld, false)
	assert.equal(await able.renew(), true)
	pass(2_000)
	await unable.renew()
	assert.equal(unable.isHeld, false)
})
