import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openEmptyDatabase } from '../../testing/open-empty-database.ts'
import { migrate } from '../migrate.ts'
import type { Tables } from '../tables.ts'

// shows decision 50: entries are removed only once they are archived
test('existing entries stay, and only those that are archived can be removed', async t => {
	const db = await openEmptyDatabase<Tables>(t)
	await migrate(db, { upTo: '0035-stored-books' })
	await sql`
		insert into audit_entry (at_ms, act, actor, subject, detail, number, hash)
		select n, 'level_set', 'a', 's', '{}', n, sha256(n::text::bytea) from generate_series(1, 3) n`.execute(db)
	await migrate(db, { upTo: '0045-unneeded-indexes' })
	const remove = sql`delete from audit_entry where number <= 2`
	const isRefused = (error: unknown) => /neither changed nor removed/.test(`${error} ${(error as Error).cause}`)
	await assert.rejects(remove.execute(db), isRefused)
	await sql`insert into audit_archive values (1, 1, sha256('1'), 'a file', 5, 'operator')`.execute(db)
	await assert.rejects(remove.execute(db), isRefused)
	await sql`insert into audit_archive values (2, 2, sha256('2'), 'another file', 5, 'operator')`.execute(db)
	await remove.execute(db)
	await assert.rejects(sql`update audit_entry set actor = 'b'`.execute(db), isRefused)
	await assert.rejects(sql`truncate audit_entry`.execute(db), isRefused)
	const { rows } = await sql`select number, at_ms, act, actor from audit_entry`.execute(db)
	assert.deepEqual(rows, [{ number: 3n, at_ms: 3n, act: 'level_set', actor: 'a' }])
})
