import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openEmptyDatabase } from '../../testing/open-empty-database.ts'
import * as firstTrade from './0001-first-trade.ts'
import * as operator from './0006-operator.ts'

test('existing keys get ids', async t => {
	const db = await openEmptyDatabase<never>(t)
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
