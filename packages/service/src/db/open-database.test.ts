import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { sqlStateOf, violatedUnique } from './database-error.ts'
import { openDatabase } from './open-database.ts'
import type { PgliteDatabase } from './pglite/pglite-database.ts'
import { copyTemplate, templateFolder } from './pglite/temporary-database.ts'
import { openTestDatabase } from './testing.ts'

describe('the embedded database', () => {
	let opened: PgliteDatabase
	before(async () => {
		opened = await openTestDatabase()
	})
	after(() => opened.close())

	const addMaker = (makerId: string) =>
		opened.db.insertInto('maker').values({ maker_id: makerId, name: 'a', created_at_ms: 1n, last_sequence: 0n })

	test('gives int8 as bigint, numeric as text, json parsed, arrays in parameters', async () => {
		const { rows } =
			await sql`select 9007199254740993::int8 as big, 1.50::numeric(58, 18) as exact, '{"a":[1]}'::jsonb as json,
			3 as small, true as yes, null as nothing, 'b' = any(${['a', 'b"\\']}::text[]) as other, ${'ü'}::text as text`.execute(
				opened.db,
			)
		assert.deepEqual(rows, [
			{
				big: 9007199254740993n,
				exact: '1.500000000000000000',
				json: { a: [1] },
				small: 3,
				yes: true,
				nothing: null,
				other: false,
				text: 'ü',
			},
		])
	})

	test('every commit is synced to disk before it is acknowledged; a read syncs nothing', async () => {
		for (let i = 0; i < 20; i++) {
			const earlier = await opened.syncs()
			await addMaker(`synced-${i}`).execute()
			assert.ok((await opened.syncs()) > earlier)
		}
		const earlier = await opened.syncs()
		await opened.db.selectFrom('maker').selectAll().execute()
		assert.equal(await opened.syncs(), earlier)
	})

	test('counts what a statement changed', async () => {
		await addMaker('counted').execute()
		const result = await opened.db
			.updateTable('maker')
			.set({ name: 'b' })
			.where('maker_id', '=', 'counted')
			.executeTakeFirst()
		assert.equal(result.numUpdatedRows, 1n)
	})

	test('error: a second row of the same key is a violation of its constraint, also when the statement is prepared', async () => {
		await addMaker('twice').execute()
		for (let i = 0; i < 3; i++) {
			const error = await addMaker('twice')
				.execute()
				.catch(error => error)
			assert.equal(sqlStateOf(error), '23505')
			assert.equal(violatedUnique(error), 'maker_pkey')
		}
	})

	test('forgets prepared statements when there are too many, and goes on', async () => {
		for (let i = 0; i < 1100; i++) await sql`select ${sql.raw(String(i % 1050))} as n`.execute(opened.db)
		for (let i = 0; i < 3; i++) assert.equal((await sql<{ n: number }>`select 7 as n`.execute(opened.db)).rows[0]?.n, 7)
	})

	test('goes on over its own checkpoints and vacuum', async () => {
		for (let i = 0; i < 2100; i++) {
			await opened.db
				.updateTable('maker')
				.set({ last_sequence: BigInt(i) })
				.where('maker_id', '=', 'counted')
				.execute()
		}
		const row = await opened.db
			.selectFrom('maker')
			.select('last_sequence')
			.where('maker_id', '=', 'counted')
			.executeTakeFirst()
		assert.equal(row?.last_sequence, 2099n)
	})
})

describe('a database folder', () => {
	const directory = mkdtempSync(join(tmpdir(), 'accord-kill-'))
	after(() => rmSync(directory, { recursive: true, force: true }))

	test('keeps what was acknowledged when its process is killed, and belongs to one process at a time', async t => {
		copyTemplate(await templateFolder(), join(directory, 'pgdata'))
		const child = spawnWriter(directory)
		t.after(() => child.kill('SIGKILL'))
		const acknowledged = await readLines(child, 200)
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

/** The first lines of a child that goes on writing: nobody may close its pipe, or it would end by itself. */
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
