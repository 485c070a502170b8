import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openTestDatabase } from '../testing/open-test-database.ts'
import { lockAccountsAndPairs } from './advisory-lock.ts'
import type { OpenDatabase } from './open-database.ts'
import { inTransaction } from './transaction.ts'

describe('inTransaction', () => {
	let opened: OpenDatabase
	before(async () => {
		opened = await openTestDatabase()
	})
	after(() => opened.close())

	const makerNames = async () =>
		(await opened.db.selectFrom('maker').select('name').orderBy('name').execute()).map(row => row.name)
	const maker = (name: string) => ({ maker_id: name, name, created_at_ms: 1n, last_sequence: 0n })

	test('commits everything or nothing', async () => {
		await inTransaction(opened.db, trx => trx.insertInto('maker').values(maker('kept')).execute())
		const failing = inTransaction(opened.db, async trx => {
			await trx.insertInto('maker').values(maker('lost')).execute()
			throw new Error('no')
		})
		await assert.rejects(failing, /no/)
		assert.deepEqual(await makerNames(), ['kept'])
	})

	test('error: a transaction with a failed statement is not reported as committed even if the failure is swallowed', async () => {
		const swallowing = inTransaction(opened.db, async trx => {
			await trx.insertInto('maker').values(maker('swallowed')).execute()
			await trx
				.insertInto('maker')
				.values(maker('kept'))
				.execute()
				.catch(() => {})
		})
		await assert.rejects(swallowing)
		assert.deepEqual(await makerNames(), ['kept'])
	})

	test('a transaction that does nothing leaves nothing open', async () => {
		await inTransaction(opened.db, async () => {})
		await assert.rejects(
			inTransaction(opened.db, () => Promise.reject(new Error('no'))),
			/no/,
		)
		assert.deepEqual(await makerNames(), ['kept'])
	})

	test('error: using the database without the handle throws instead of hanging', async () => {
		const outside = inTransaction(opened.db, () => opened.db.selectFrom('maker').selectAll().execute())
		await assert.rejects(outside, /not through its handle/)
		const nested = inTransaction(opened.db, () => inTransaction(opened.db, async () => 1))
		await assert.rejects(nested, /not through its handle/)
	})

	test('transactions that lock the same pair run one after another', async () => {
		const order: string[] = []
		const pair = { base: 'XRD', quote: 'xUSDC' }
		const locking = (accounts: string[]) =>
			inTransaction(opened.db, async trx => {
				await lockAccountsAndPairs(trx, { accounts, pairs: [pair] })
				await trx.selectFrom('maker').selectAll().execute()
				order.push('in')
				await trx.selectFrom('maker').selectAll().execute()
				order.push('out')
			})
		await Promise.all([locking(['b', 'a']), locking([]), locking(['a', 'b'])])
		assert.deepEqual(order, ['in', 'out', 'in', 'out', 'in', 'out'])
	})

	// shows error: database_unavailable
	test('a conflict is retried three times, then the database is unavailable', async () => {
		for (const code of ['40001', '40P01', '55P03']) {
			let tries = 0
			const conflicting = inTransaction(opened.db, async () => {
				tries++
				throw conflict(code)
			})
			await assert.rejects(conflicting, { code: 'database_unavailable' })
			assert.equal(tries, 4)
		}
	})

	test('a temporary conflict goes unnoticed', async () => {
		let tries = 0
		const result = await inTransaction(opened.db, async () => {
			if (++tries < 4) throw conflict('40001')
			return 'done'
		})
		assert.equal(result, 'done')
	})
})

function conflict(code: string): Error {
	return Object.assign(new Error('conflict'), { code })
}
