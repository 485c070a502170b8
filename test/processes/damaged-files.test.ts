import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { TradeError } from '@accord/protocol'
import { type OpenDatabase, openDatabase } from '@accord/service'
import { sql } from 'kysely'
import { sqlStateOf } from '../../packages/service/src/db/database-error.ts'

/** A closed embedded database with some makers, and the file that holds them. */
async function makersOnDisk(t: TestContext) {
	const directory = mkdtempSync(join(tmpdir(), 'accord-damaged-'))
	t.after(() => rmSync(directory, { recursive: true, force: true }))
	const data = join(directory, 'postgres')
	const { db, close } = await openDatabase({ directory })
	const makers = Array.from({ length: 50 }, (_, i) => ({
		maker_id: `m${i}`,
		name: 'x',
		created_at_ms: 1n,
		last_sequence: 0n,
	}))
	await db.insertInto('maker').values(makers).execute()
	const { rows } = await sql<{ path: string }>`select pg_relation_filepath('maker') as path`.execute(db)
	await close()
	const log = join(data, 'pg_wal')
	const segments = readdirSync(log).filter(name => /^[0-9A-F]{24}$/.test(name))
	return {
		open: (): Promise<OpenDatabase> => openDatabase({ directory }),
		page: join(data, rows[0]?.path ?? ''),
		log: segments.map(name => join(log, name)),
	}
}

/** Flips one bit every so many bytes of the file. */
function damage(file: string, { every }: { every: number }): void {
	const bytes = readFileSync(file)
	for (let at = every - 1; at < bytes.length; at += every) bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
	writeFileSync(file, bytes)
}

test('a flipped bit in a page is never read as data: requests that need the page are refused, and the rest is served', async t => {
	const { open, page } = await makersOnDisk(t)
	damage(page, { every: 8192 })
	const { db, close } = await open()
	t.after(close)
	const error: unknown = await db
		.selectFrom('maker')
		.selectAll()
		.execute()
		.catch(error => error)
	assert.ok(error instanceof TradeError)
	assert.deepEqual([error.code, sqlStateOf(error.cause)], ['database_unavailable', 'XX001'])
	assert.deepEqual(await db.selectFrom('order').selectAll().execute(), [])
})

test('a database whose log is damaged does not start, and says what to do', async t => {
	const { open, log } = await makersOnDisk(t)
	for (const segment of log) damage(segment, { every: 64 })
	await assert.rejects(open(), /cannot be started \(\d+ MB are free on its disk\): .* restore a backup\.$/)
})
