import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openTestDatabase } from '../testing/open-test-database.ts'

test('every table and every column has a comment', async () => {
	const { db, close } = await openTestDatabase()
	try {
		const { rows } = await sql<{ name: string }>`
			select c.relname || coalesce('.' || a.attname, '') as name
			from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
			where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely_%'
				and (obj_description(c.oid, 'pg_class') is null or col_description(c.oid, a.attnum) is null)`.execute(db)
		assert.deepEqual(rows, [])
	} finally {
		await close()
	}
})
