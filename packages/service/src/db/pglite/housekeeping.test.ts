import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'
import { openPgliteDatabase } from './pglite-database.ts'

test('a table that fills up is analyzed, so that its statements are planned again', async t => {
	const folder = mkdtempSync(join(tmpdir(), 'accord-housekeeping-'))
	const opened = await openPgliteDatabase(folder)
	t.after(async () => {
		await opened.close()
		rmSync(folder, { recursive: true, force: true })
	})
	const { db } = opened
	await sql`create table row (id int8 primary key, name text)`.execute(db)
	await insertRows(db, 2)
	assert.equal(await estimatedRows(db), 0)
	await insertRows(db, 200)
	assert.ok((await estimatedRows(db)) >= 100)
})

async function insertRows(db: Kysely<Tables>, count: number): Promise<void> {
	for (let n = 0; n < count; n++) await sql`insert into row select count(*), 'name' from row`.execute(db)
}

/** The number of rows that the database plans with; 0 before its first analyze. */
async function estimatedRows(db: Kysely<Tables>): Promise<number> {
	const { rows } = await sql<{ count: number }>`
		select greatest(reltuples, 0) as count from pg_class where relname = 'row'`.execute(db)
	return Number(rows[0]?.count)
}
