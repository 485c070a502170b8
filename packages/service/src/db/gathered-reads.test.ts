import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { openTestDatabase } from '../testing/open-test-database.ts'
import { gatherReads } from './gathered-reads.ts'
import type { OpenDatabase } from './open-database.ts'
import type { Database } from './tables.ts'
import { inTransaction } from './transaction.ts'

const isServer = process.env.ACCORD_TEST_DATABASE !== undefined

let opened: OpenDatabase
before(async () => {
	opened = await openTestDatabase()
	await sql`insert into maker (maker_id, name, created_at_ms, last_sequence) values ('m', 'a', 1, 0)`.execute(opened.db)
})
after(() => opened.close())

/** What a statement reads, and its transaction's time, which is the same for all statements of one transaction. */
const readIn = async (db: Database, value: string) => {
	const { rows } = await sql<{ value: string; begun: string }>`
		select ${value}::text as value, now()::text as begun`.execute(db)
	return rows[0] ?? assert.fail()
}
const divide = (db: Database, by: number) => sql<{ result: number }>`select 12 / ${by}::int as result`.execute(db)

describe('gathered reads', () => {
	test('all of one turn are one transaction of a server, and each gets its own rows', async () => {
		const reads = gatherReads(opened.db)
		const together = await Promise.all(['a', 'b', 'c'].map(value => readIn(reads, value)))
		const later = await readIn(reads, 'd')
		assert.deepEqual(
			[...together, later].map(({ value }) => value),
			['a', 'b', 'c', 'd'],
		)
		const begun = new Set(together.map(row => row.begun))
		if (isServer) assert.deepEqual([begun.size, begun.has(later.begun)], [1, false])
	})

	test('all that are requested are read', async () => {
		const reads = gatherReads(opened.db)
		const values = Array.from({ length: 200 }, (_, n) => String(n))
		const read = await Promise.all(values.map(value => readIn(reads, value)))
		assert.deepEqual(
			read.map(({ value }) => value),
			values,
		)
	})

	test('sees everything committed before the read was requested', async () => {
		const reads = gatherReads(opened.db)
		const first = readIn(reads, 'a')
		await opened.db.updateTable('maker').set({ name: 'b' }).execute()
		const row = await reads.selectFrom('maker').select('name').executeTakeFirst()
		await first
		assert.deepEqual(row, { name: 'b' })
	})

	test('error: a failing read fails alone', async () => {
		const reads = gatherReads(opened.db)
		const [three, failed, four] = await Promise.allSettled([divide(reads, 4), divide(reads, 0), divide(reads, 3)])
		assert.deepEqual([three.status, failed.status, four.status], ['fulfilled', 'rejected', 'fulfilled'])
		assert.equal(failed.status === 'rejected' && failed.reason.code, '22012')
	})

	test('error: a transaction neither begins here nor reads here', async () => {
		const reads = gatherReads(opened.db)
		await assert.rejects(
			reads.transaction().execute(trx => divide(trx, 3)),
			/must begin on the database itself/,
		)
		await assert.rejects(
			inTransaction(opened.db, () => divide(reads, 3)),
			/must be read through its handle/,
		)
		assert.deepEqual((await divide(reads, 3)).rows, [{ result: 4 }])
	})
})
