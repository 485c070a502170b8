import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openEmptyDatabase } from '../testing/open-empty-database.ts'
import { migrate, migrationNames } from './migrate.ts'
import type { Tables } from './tables.ts'

// shows decision 77: tables that nodes of the previous version could not use are changed only once none of them runs
test('error: nodes of the previous version are named, and the database stays as it was until they are gone', async t => {
	const db = await openEmptyDatabase<Tables>(t)
	await migrate(db, { upTo: '0045-unneeded-indexes' })
	const node = (id: string, secondsAgo: number) => sql`
		insert into node (node_id, fingerprint, seen_at_ms, place)
		values (${id}, '{}', (extract(epoch from clock_timestamp()) * 1000)::int8 - ${secondsAgo * 1000}, ${`${id}:8080`})`
	await node('a', 1).execute(db)
	await node('b', 60).execute(db)
	await assert.rejects(migrate(db), /nodes of an earlier version run \(a:8080\).*stop them all.*It is as it was before/)
	const { rows } = await sql<{ last: string }>`select max(name) as last from kysely_migration`.execute(db)
	assert.equal(rows[0]?.last, '0045-unneeded-indexes')
	await sql`delete from node where node_id = 'a'`.execute(db)
	await migrate(db)
	const after = await sql<{ last: string }>`select max(name) as last from kysely_migration`.execute(db)
	assert.equal(after.rows[0]?.last, migrationNames.at(-1))
})
