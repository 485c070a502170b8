import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { openTestDatabase } from '../testing/open-test-database.ts'
import { sqlStateOf } from './database-error.ts'
import type { OpenDatabase } from './open-database.ts'

describe('a database', () => {
	let opened: OpenDatabase
	before(async () => {
		opened = await openTestDatabase()
	})
	after(() => opened.close())

	const maker = (makerId: string) => ({ maker_id: makerId, name: 'a', created_at_ms: 1n, last_sequence: 0n })
	const addMaker = (makerId: string) => opened.db.insertInto('maker').values(maker(makerId)).execute()

	test('returns int8 as bigint, numeric as text, json parsed', async () => {
		const { rows } = await sql`select 9007199254740993::int8 as big, 1.50::numeric(58, 18) as exact,
			'{"a":[1]}'::jsonb as json, 3::int4 as small, true as yes, null as nothing`.execute(opened.db)
		const exact = '1.500000000000000000'
		assert.deepEqual(rows, [{ big: 9007199254740993n, exact, json: { a: [1] }, small: 3, yes: true, nothing: null }])
	})

	test('takes strings, numbers, bigints, booleans, null, arrays and objects as parameters', async () => {
		const { rows } = await sql`select ${'ü\'"\\'}::text as text, ${-7}::int4 as number, ${2n ** 62n}::int8 as big,
			${false}::boolean as no, ${null}::text as nothing, ${['a', 'b"\\,', '']}::text[] = array['a', 'b"\\,', ''] as array,
			${{ a: ['1'] }}::jsonb as object`.execute(opened.db)
		const object = { a: ['1'] }
		assert.deepEqual(rows, [
			{ text: 'ü\'"\\', number: -7, big: 2n ** 62n, no: false, nothing: null, array: true, object },
		])
	})

	test('reports how many rows a statement changed, and the rows it returns', async () => {
		await addMaker('counted')
		const update = opened.db.updateTable('maker').set({ name: 'b' })
		const changed = await update.where('maker_id', 'in', ['counted', 'unknown']).executeTakeFirst()
		assert.equal(changed.numUpdatedRows, 1n)
		const returned = await update.where('maker_id', '=', 'counted').returning('last_sequence').execute()
		assert.deepEqual(returned, [{ last_sequence: 0n }])
	})

	test('error: a duplicate key violates its constraint, however often it is tried', async () => {
		await addMaker('twice')
		for (let i = 0; i < 3; i++) {
			const error = await addMaker('twice').catch(error => error)
			assert.equal(sqlStateOf(error), '23505')
			assert.equal(error.constraint, 'maker_pkey')
		}
	})

	test('migrating a migrated database changes nothing', async () => {
		assert.equal(
			await opened.db
				.selectFrom('bundle_sequence')
				.selectAll()
				.executeTakeFirst()
				.then(row => row?.last_number),
			0n,
		)
	})
})
