import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { migrationNames } from '../db/migrate.ts'
import { openDatabase } from '../db/open-database.ts'
import { oneLane } from '../testing/one-lane.ts'
import { openPostgresSession } from '../testing/postgres-session.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { checkDatabase } from './doctor.ts'

const { config, drop } = await createTestDatabase()
after(drop)

test('a migrated database passes; for one that lacks a migration the check names it', async () => {
	const { db, close } = await openDatabase(config)
	const { ok, detail } = await checkDatabase({ db: oneLane(db), url: 'postgres://db/accord' })
	await sql`delete from kysely_migration where name <> ${migrationNames[0]}`.execute(db)
	const lacking = await checkDatabase({ db: oneLane(db), url: 'postgres://db/accord' })
	await close()
	assert.equal(ok, true, detail)
	assert.match(detail, /every migration applied, answered in \d+ ms/)
	assert.deepEqual([lacking.ok, lacking.detail.includes(migrationNames.slice(1).join(', '))], [false, true])
})

test('error: a server that syncs nothing', async () => {
	const database = await createTestDatabase()
	await (await openDatabase(database.config)).close()
	// As if set in the server's configuration, which other tests need unchanged.
	const session = await openPostgresSession(database.config.url)
	await session.run('create schema unsynced')
	await session.run(
		`create function unsynced.current_setting(text) returns text language sql as $$ select 'off'::text $$`,
	)
	const name = new URL(database.config.url).pathname.slice(1)
	await session.run(`alter database ${name} set search_path = unsynced, pg_catalog, public`)
	await session.close()
	const { db, close } = await openDatabase(database.config)
	const { ok, detail } = await checkDatabase({ db: oneLane(db), url: 'postgres://db/accord' })
	await close()
	await database.drop()
	assert.deepEqual([ok, detail], [false, 'PostgreSQL syncs nothing to its disk (fsync = off)'])
})
