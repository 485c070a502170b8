import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { openTestDatabase } from '../testing/test-database.ts'
import { sqlStateOf, violatedUnique } from './database-error.ts'
import { type OpenDatabase, openDatabase } from './open-database.ts'
import { beginDatabase } from './pglite/begin-database.ts'
import type { PgliteDatabase } from './pglite/pglite-database.ts'
import { openTemporaryDatabase } from './pglite/temporary-database.ts'

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
			assert.equal(violatedUnique(error), 'maker_pkey')
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

describe('the embedded database', () => {
	let opened: PgliteDatabase
	before(async () => {
		opened = await openTemporaryDatabase()
	})
	after(() => opened.close())

	// shows decision 30: Data is durable before it is acknowledged
	test('every commit is synced to disk before it is acknowledged; a read syncs nothing', async () => {
		for (let i = 0; i < 20; i++) {
			const earlier = await opened.syncs()
			const values = { maker_id: `synced-${i}`, name: 'a', created_at_ms: 1n, last_sequence: 0n }
			await opened.db.insertInto('maker').values(values).execute()
			assert.ok((await opened.syncs()) > earlier)
		}
		const earlier = await opened.syncs()
		await opened.db.selectFrom('maker').selectAll().execute()
		assert.equal(await opened.syncs(), earlier)
	})

	test('drops its prepared statements when there are too many, and keeps working', async () => {
		for (let i = 0; i < 1100; i++) await sql`select ${sql.raw(String(i % 1050))} as n`.execute(opened.db)
		for (let i = 0; i < 3; i++) assert.equal((await sql<{ n: number }>`select 7 as n`.execute(opened.db)).rows[0]?.n, 7)
	})

	test('keeps working across its own checkpoints', async () => {
		const update = opened.db.updateTable('maker').where('maker_id', '=', 'synced-0')
		for (let i = 0; i < 2100; i++) await update.set({ last_sequence: i }).execute()
		const row = await opened.db.selectFrom('maker').select('last_sequence').where('maker_id', '=', 'synced-0').execute()
		assert.deepEqual(row, [{ last_sequence: 2099n }])
	})
})

test('error: after a crash of the engine the database is lost for good, and every statement is refused', async () => {
	const { db, lost, close } = await openTemporaryDatabase()
	// PGlite cannot run programs and leaves its engine in the middle of the statement.
	await assert.rejects(sql`copy (select 1) to program 'x'`.execute(db), { code: 'database_unavailable' })
	assert.match((await lost).message, /stopped without an answer/)
	await assert.rejects(sql`select 1`.execute(db), { code: 'database_unavailable' })
	await close()
})

describe('a database folder', () => {
	const directory = mkdtempSync(join(tmpdir(), 'accord-kill-'))
	after(() => rmSync(directory, { recursive: true, force: true }))

	test('keeps all that was acknowledged if its process is killed, and belongs to one process at a time', async t => {
		await beginDatabase(directory)
		const child = spawnWriter(directory)
		t.after(() => child.kill('SIGKILL'))
		const acknowledged = await readLines(child, 50)
		await assert.rejects(
			openDatabase({ kind: 'pglite', directory }),
			new RegExp(`is in use by another process \\(pid ${child.pid}\\)`),
		)
		child.kill('SIGKILL')
		await once(child, 'exit')
		const { db, close } = await openDatabase({ kind: 'pglite', directory })
		const rows = await db.selectFrom('maker').select('maker_id').execute()
		await close()
		const kept = new Set(rows.map(row => row.maker_id))
		assert.deepEqual(
			acknowledged.filter(id => !kept.has(id)),
			[],
		)
	})
})

test('a database folder that was left unfinished is created again, and the leftovers are deleted', async t => {
	const directory = mkdtempSync(join(tmpdir(), 'accord-unfinished-'))
	t.after(() => rmSync(directory, { recursive: true, force: true }))
	mkdirSync(join(directory, 'pgdata.new-abc', 'base'), { recursive: true })
	const { db, close } = await openDatabase({ kind: 'pglite', directory })
	t.after(close)
	assert.deepEqual(await db.selectFrom('maker').selectAll().execute(), [])
	assert.deepEqual(
		readdirSync(directory).filter(name => name.startsWith('pgdata')),
		['pgdata'],
	)
})

function spawnWriter(directory: string): ChildProcess {
	const file = new URL('open-database.ts', import.meta.url)
	const code = `import { openDatabase } from ${JSON.stringify(file.href)}
		const { db } = await openDatabase({ kind: 'pglite', directory: ${JSON.stringify(directory)} })
		for (let i = 0; ; i++) {
			await db.insertInto('maker').values({ maker_id: 'm' + i, name: 'x', created_at_ms: 1n, last_sequence: 0n }).execute()
			console.log('m' + i)
		}`
	const flags = ['--conditions=accord-source', '--disable-warning=ExperimentalWarning', '--input-type=module']
	return spawn(process.execPath, [...flags, '--eval', code], { stdio: ['ignore', 'pipe', 'inherit'] })
}

/** The first lines of a child that keeps writing: its pipe must stay open, or it would end by itself. */
function readLines(child: ChildProcess, count: number): Promise<string[]> {
	const { stdout } = child
	assert.ok(stdout)
	const lines: string[] = []
	return new Promise((resolve, reject) => {
		child.once('exit', () => reject(new Error('the writer ended by itself')))
		createInterface(stdout).on('line', line => {
			if (lines.push(line) === count) resolve([...lines])
		})
	})
}
