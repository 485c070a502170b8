import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { openTestDatabase } from '../testing/open-test-database.ts'
import { forgetUses, freeUses, type RefusalTimes } from './prefix-uses-table.ts'

const [minute, day] = [60_000, 86_400_000]
const times: RefusalTimes = { firstMs: minute, maxMs: day, keptMs: day }
const [code, signer] = ['package_sim1x', 'account_sim1x']

async function open(t: TestContext) {
	const { db, close } = await openTestDatabase()
	t.after(close)
	/** An order uses both, then ends at this time. */
	const end = async (hasFailed: boolean, nowMs: number) => {
		await db
			.insertInto('prefix_use')
			.values([code, signer].map(key => ({ key, order_hash: 'aa', failures: 0, refused_until_ms: 0 })))
			.onConflict(conflict => conflict.column('key').doUpdateSet({ order_hash: 'aa' }))
			.execute()
		return freeUses(db, { orderHash: 'aa', hasFailed, nowMs, times })
	}
	const rows = () => db.selectFrom('prefix_use').selectAll().orderBy('key').execute()
	const forget = (nowMs: number, rowsMax = 10) => forgetUses(db, { nowMs, times, rowsMax })
	return { db, end, rows, forget }
}

test('each failure refuses the code for twice as long, a day at most; its signers are only freed', async t => {
	const { end, rows } = await open(t)
	const refusedFor = []
	for (let n = 0; n < 13; n++) {
		assert.deepEqual(await end(true, 1_000), [code])
		const [ofSigner, ofCode] = await rows()
		assert.deepEqual(ofSigner, { key: signer, order_hash: null, failures: 0, refused_until_ms: 0n })
		refusedFor.push((Number(ofCode?.refused_until_ms) - 1_000) / minute)
	}
	assert.deepEqual(refusedFor, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1440, 1440])
})

test('the first judgement of an order counts, and a success neither refuses nor forgives', async t => {
	const { db, end, rows } = await open(t)
	await end(true, 0)
	assert.deepEqual(await freeUses(db, { orderHash: 'aa', hasFailed: true, nowMs: 0, times }), [])
	assert.deepEqual(await end(false, 5), [])
	assert.deepEqual((await rows())[1], { key: code, order_hash: null, failures: 1, refused_until_ms: BigInt(minute) })
})

test('failures are forgotten a day after the refusal; beyond the most rows, those that end first', async t => {
	const { db, end, rows, forget } = await open(t)
	await end(true, 0)
	await forget(minute + day - 1)
	assert.deepEqual(
		(await rows()).map(({ key }) => key),
		[code],
	)
	await forget(minute + day)
	assert.deepEqual(await rows(), [])
	const later = [3, 1, 2].map(n => ({ key: `package_${n}`, order_hash: null, failures: 1, refused_until_ms: n }))
	await db
		.insertInto('prefix_use')
		.values([...later, { key: 'package_0', order_hash: 'bb', failures: 0, refused_until_ms: 0 }])
		.execute()
	await forget(0, 2)
	assert.deepEqual(
		(await rows()).map(({ key }) => key),
		['package_0', 'package_2', 'package_3'],
	)
})
