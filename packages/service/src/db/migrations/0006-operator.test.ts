import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { openPgliteDatabase } from '../pglite/pglite-database.ts'
import * as firstTrade from './0001-first-trade.ts'
import * as operator from './0006-operator.ts'

test('existing keys get ids', async t => {
	const directory = mkdtempSync(join(tmpdir(), 'accord-migration-'))
	const opened = await openPgliteDatabase(directory)
	t.after(async () => {
		await opened.close()
		rmSync(directory, { recursive: true, force: true })
	})
	const db = opened.db as unknown as Kysely<never>
	await firstTrade.up(db)
	await sql`insert into maker (maker_id, name, created_at_ms) values ('m', 'm', 0)`.execute(db)
	for (const hash of ['0123456789abcdef0123', 'fedcba98765432100123']) {
		await sql`insert into api_key (key_hash, maker_id, prefix, created_at_ms) values (${hash}, 'm', 'p', 0)`.execute(db)
	}
	await operator.up(db)
	const { rows } = await sql`select key_id, label, expires_at_ms from api_key order by key_id`.execute(db)
	assert.deepEqual(rows, [
		{ key_id: '0123456789abcdef', label: null, expires_at_ms: null },
		{ key_id: 'fedcba9876543210', label: null, expires_at_ms: null },
	])
})
