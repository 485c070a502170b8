import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { openTestDatabase } from '../testing/open-test-database.ts'
import type { OpenDatabase } from './open-database.ts'
import { ask, askOne, commitWith, runWithNext, together } from './together.ts'
import { inTransaction } from './transaction.ts'

// A server's connections prepare frequent statements and then send them differently, so each test runs often enough to
// cover both.
const runs = 400

let opened: OpenDatabase
before(async () => {
	opened = await openTestDatabase()
})
after(() => opened.close())
beforeEach(() => opened.db.deleteFrom('maker').execute())

const add = (id: string) =>
	ask(
		sql<{ maker_id: string }>`insert into maker (maker_id, name, created_at_ms, last_sequence)
			values (${id}, 'a', 1, 0) returning maker_id`,
		rows => rows.map(row => row.maker_id),
	)
const names = (like = '%') =>
	ask(sql<{ maker_id: string }>`select maker_id from maker where maker_id like ${like} order by maker_id`, rows =>
		rows.map(row => row.maker_id),
	)
const divide = (by: number) => ask(sql<{ result: number }>`select 12 / ${by}::int as result`, ([row]) => row?.result)
const seen = () => askOne(opened.db, names())

describe('statements sent in one message', () => {
	test('each sees those before it, and has its own result', async () => {
		for (let n = 0; n < runs; n++) {
			const [added, found, quotient] = await together(opened.db, [add(`m${n}`), names(`m${n}`), divide(4)])
			assert.deepEqual([added, found, quotient], [[`m${n}`], [`m${n}`], 3])
		}
		assert.equal((await seen()).length, runs)
	})

	test('each sees what others have committed before it began', async () => {
		const isServer = process.env.ACCORD_TEST_DATABASE !== undefined
		const nap = ask(sql`select pg_sleep(${isServer ? 0.3 : 0})::text`, () => undefined)
		for (let n = 0; n < runs; n++) await together(opened.db, [divide(3), names('b%')])
		for (let n = 0; n < 140; n++)
			await askOne(
				opened.db,
				ask(sql`select pg_sleep(${0})::text`, () => undefined),
			)
		const both = inTransaction(opened.db, trx => together(trx, [names('b%'), nap, names('b%')]))
		const other = askOne(opened.requests, add('b'))
		const [first, , last] = await both
		await other
		assert.deepEqual([first, last], isServer ? [[], ['b']] : [[], []])
	})

	test('error: a failing one is the last, and nothing of them stays', async () => {
		for (let n = 0; n < runs; n++) {
			const failing = inTransaction(opened.db, trx => together(trx, [add(`m${n}`), divide(0), add('later')]))
			await assert.rejects(failing, { code: '22012' })
			assert.deepEqual(await askOne(opened.db, divide(6)), 2)
		}
		assert.deepEqual(await seen(), [])
	})

	test('a transaction commits in the message of its last statements, and only then', async () => {
		for (let n = 0; n < runs; n++) {
			const [added, found] = await inTransaction(opened.db, trx => commitWith(trx, [add(`m${n}`), names(`m${n}`)]))
			assert.deepEqual([added, found], [[`m${n}`], [`m${n}`]])
			const failing = inTransaction(opened.db, trx => commitWith(trx, [add('lost'), add(`m${n}`)]))
			await assert.rejects(failing, { code: '23505' })
		}
		assert.equal((await seen()).length, runs)
	})

	test('error: nothing may follow in a transaction that has committed', async () => {
		const following = inTransaction(opened.db, async trx => {
			await commitWith(trx, [add('kept')])
			await askOne(trx, add('lost'))
		})
		await assert.rejects(following, /has been committed/)
		assert.deepEqual(await seen(), ['kept'])
	})

	test('error: a transaction in which a statement failed does not commit, even if nothing is left to run', async () => {
		const failing = inTransaction(opened.db, async trx => {
			await askOne(trx, add('lost'))
			await assert.rejects(askOne(trx, divide(0)), { code: '22012' })
			await commitWith(trx, [])
		})
		await assert.rejects(failing, /rolled back instead of committed/)
		assert.deepEqual(await seen(), [])
	})

	test('a statement to run with the next one runs before it, and not without one', async () => {
		const { query } = add('first')
		await inTransaction(opened.db, async trx => {
			await runWithNext(trx, query)
			assert.deepEqual(await askOne(trx, names()), ['first'])
		})
		await inTransaction(opened.db, trx => runWithNext(trx, add('never').query))
		assert.deepEqual(await seen(), ['first'])
		const failing = inTransaction(opened.db, async trx => {
			await runWithNext(trx, query)
			await askOne(trx, add('second'))
		})
		await assert.rejects(failing, { code: '23505' })
		assert.deepEqual(await seen(), ['first'])
	})
})
