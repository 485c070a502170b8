import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { type OpenDatabase, openDatabase } from './open-database.ts'
import { ask, askOne, commitWith, together } from './together.ts'
import { inTransaction } from './transaction.ts'

// A text with parameters is prepared once it has run often enough, and is then sent differently.
const runs = Array.from({ length: 140 }, (_, n) => n + 1)

let database: TestDatabase
let opened: OpenDatabase
before(async () => {
	database = await createTestDatabase({ isEmpty: true })
	opened = await openDatabase(database.config)
})
after(async () => {
	await opened.close()
	await database.drop()
})

const rowsOf = (text: string, ...values: unknown[]) =>
	ask(sql<Record<string, unknown>>`${sql.raw(text)} ${sql.join(values, sql`, `)}`, rows => [...rows])
const read = async (text: string) => (await sql.raw<Record<string, unknown>>(text).execute(opened.db)).rows
const run = async (text: string): Promise<void> => void (await read(text))
const divide = (by: number, column = 'result') =>
	ask(sql`select 12 / ${by}::int as ${sql.ref(column)}`, ([row]) => (row as Record<string, unknown>)[column])

describe('the result of a statement', () => {
	test('is the same however often a text is run', async () => {
		const text = `select 0::int8 as zero, -1::int8 as one, 999999999999999::int8 as exact, -9007199254740993::int8 as big,
			(-32768)::int2 as small, (-2147483648)::int4 as least, 4294967295::oid as oid, false as no, '' as empty, null::int8 as "nothing",
			'ü€😀' as "größe 😀", '["ü", {"a": null}]'::json as json, 'null'::jsonb as json_null, -0.10::numeric as exact_text, 1.5::float8 as float`
		const expected = {
			zero: 0n,
			one: -1n,
			exact: 999999999999999n,
			big: -9007199254740993n,
			small: -32768,
			least: -2147483648,
			oid: 4294967295,
			no: false,
			empty: '',
			nothing: null,
			'größe 😀': 'ü€😀',
			json: ['ü', { a: null }],
			json_null: null,
			exact_text: '-0.10',
			float: 1.5,
		}
		for (const _ of runs) assert.deepEqual(await read(text), [expected])
	})

	test('is empty without rows, columns or a statement', async () => {
		for (const _ of runs) {
			assert.deepEqual(await read('select 1 as n where false'), [])
			assert.deepEqual(await read('select'), [{}])
			assert.deepEqual(await read(''), [])
			assert.deepEqual(await read(`do $$ begin raise notice 'nothing'; end $$`), [])
		}
	})

	test('may be many rows, or a large one, and so may a parameter', async () => {
		const large = 'ü'.repeat(100_000)
		for (const _ of runs) {
			const numbers = await read('select n from generate_series(1, 5000) n')
			assert.deepEqual([numbers.length, numbers.at(-1)], [5_000, { n: 5_000 }])
			assert.deepEqual(
				await askOne(opened.db, rowsOf('select 1 as first, $1::text as text, 2 as last where $1 =', large)),
				[{ first: 1, text: large, last: 2 }],
			)
		}
	})

	test('takes any text as a parameter except one with a zero', async () => {
		const echo = (value: string) =>
			askOne(
				opened.db,
				ask(sql<{ text: string }>`select ${value}::text as text`, ([row]) => row?.text),
			)
		for (const _ of runs) {
			for (const value of ['', 'ü€😀', `'"\\\n`, '\u0001\u007f']) assert.equal(await echo(value), value)
			assert.equal(await echo('\ud800'), '\ufffd')
			await assert.rejects(echo('a\0b'), { code: '22021' })
		}
	})
})

describe('a failing statement', () => {
	test('fails alone: the others of its message have committed', async () => {
		await run('create table kept (n int8)')
		for (const n of runs) {
			const [insert, after] = [
				ask(sql`insert into kept values (${n})`, () => {}),
				ask(sql`insert into kept values (${n} + 100)`, () => {}),
			]
			await assert.rejects(together(opened.db, [insert, divide(0), after]), { code: '22012' })
			assert.deepEqual(await read('select count(*) as count from kept'), [{ count: BigInt(2 * n) }])
			assert.equal(await askOne(opened.db, divide(6)), 2)
		}
	})

	test('aborts the transaction that it is in, commit included', async () => {
		await run('create table undone (n int8)')
		for (const n of runs) {
			const insert = ask(sql`insert into undone values (${n})`, () => {})
			const transaction = inTransaction(opened.db, trx => commitWith(trx, [insert, divide(0), insert]))
			await assert.rejects(transaction, { code: '22012' })
			assert.deepEqual(await read('select count(*) as count from undone'), [{ count: 0n }])
		}
	})

	test('leaves all texts of its message intact: each can be run again', async () => {
		const message = (by: number) => [divide(3, 'before'), divide(by), divide(4, 'after')] as const
		for (const by of runs.flatMap(n => [0, 2, 0, 0, 2, 2].slice(n % 6))) {
			const results = together(opened.db, message(by))
			if (by === 0) await assert.rejects(results, { code: '22012' })
			else assert.deepEqual(await results, [4, 6, 3])
		}
	})

	test('can be run once the missing table is there', async () => {
		for (const _ of runs) {
			for (const _ of [1, 2]) await assert.rejects(read('select * from missing'), { code: '42P01' })
			await run('create table missing (n int8)')
			for (const _ of [1, 2]) assert.deepEqual(await read('select * from missing'), [])
			await run('drop table missing')
		}
	})

	test('may fail only on commit', async () => {
		await run('create table deferred (n int8 unique deferrable initially deferred)')
		await run('insert into deferred values (1)')
		for (const _ of runs) await assert.rejects(run('insert into deferred values (1)'), { code: '23505' })
		assert.deepEqual(await read('select * from deferred'), [{ n: 1n }])
	})
})

describe('messages', () => {
	test('may follow each other before they are answered', async () => {
		for (const by of [2, 3, 4, 6]) {
			const results = await inTransaction(opened.db, trx =>
				Promise.all([1, 2, 3].map(() => together(trx, [divide(by, 'followed'), divide(1, 'followed')]))),
			)
			assert.deepEqual(results, Array(3).fill([12 / by, 12]))
		}
	})

	test('may have the same text many times, and none', async () => {
		for (const _ of runs) {
			const results = await together(
				opened.db,
				Array.from({ length: 30 }, () => divide(3, 'many')),
			)
			assert.deepEqual(results, Array(30).fill(4))
			assert.deepEqual(await together(opened.db, []), [])
		}
	})

	test('end an aborted transaction even if all texts in it are dropped', async () => {
		for (const textsBefore of [960, 990]) {
			const failing = inTransaction(opened.db, async trx => {
				await assert.rejects(askOne(trx, divide(0)), { code: '22012' })
				for (let n = 0; n < 1100; n++) {
					const text = sql`select ${sql.raw(`${textsBefore} + ${n}`)}`
					await assert.rejects(text.execute(trx), { code: '25P02' })
				}
				await commitWith(trx, [])
			})
			await assert.rejects(failing, /rolled back instead of committed/)
			for (const _ of runs) assert.equal(await askOne(opened.db, divide(6)), 2)
		}
	})
})
