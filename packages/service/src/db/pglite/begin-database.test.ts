import assert from 'node:assert/strict'
import {
	chmodSync,
	cpSync,
	existsSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { TestClock } from '../../../../../test/network/test-clock.ts'
import { Incarnation } from '../incarnation.ts'
import { openDatabase } from '../open-database.ts'
import { beginDatabase } from './begin-database.ts'
import { databaseTemplate, pgdataOf } from './database-template.ts'
import { copySealed, sealFolder } from './sealed-folder.ts'

const place = mkdtempSync(join(tmpdir(), 'accord-begin-'))
after(() => rmSync(place, { recursive: true, force: true }))
let lastNumber = 0
const newPath = (): string => join(place, String(++lastNumber))
const clock = new TestClock()
clock.freeze()

/** Opens the database as a service does. */
async function serve(directory: string) {
	const { db, copyId, close } = await openDatabase({ kind: 'pglite', directory })
	try {
		const isNew = (await db.selectFrom('incarnation').selectAll().execute()).length === 0
		const { id } = await Incarnation.open({ db, clock, log: { warn: () => {} }, copyId })
		const makers = await db.selectFrom('maker').selectAll().execute()
		return { isNew, id, copyId: await copyId(), makers }
	} finally {
		await close()
	}
}

/** A templates' folder that has one, as a copy of this clone's. */
async function ownTemplates(): Promise<{ templates: string; template: string }> {
	const templates = newPath()
	cpSync(dirname(await databaseTemplate()), templates, { recursive: true })
	chmodSync(templates, 0o700)
	return { templates, template: await databaseTemplate(templates) }
}

// shows decision 63: The local network’s database begins as a copy
test('databases that begin as the same template are not the same copy, and each begins its own incarnation', async () => {
	const { templates, template } = await ownTemplates()
	const served = []
	for (const directory of [newPath(), newPath()]) {
		await beginDatabase(directory, { templates })
		served.push(await serve(directory))
		assert.equal((await serve(directory)).id, served.at(-1)?.id, 'which lasts')
	}
	const [first, second] = served
	assert.deepEqual([first?.isNew, second?.isNew, first?.makers], [true, true, []])
	assert.notEqual(first?.id, second?.id)
	assert.notEqual(first?.copyId, second?.copyId)
	assert.equal(await databaseTemplate(templates), template, 'and the template stays as it is')
})

test('a database that exists is left as it is', async () => {
	const { templates } = await ownTemplates()
	const directory = newPath()
	await beginDatabase(directory, { templates })
	const { id } = await serve(directory)
	rmSync(templates, { recursive: true })
	await beginDatabase(directory, { templates })
	assert.equal((await serve(directory)).id, id)
	assert.ok(!existsSync(templates))
})

test('where no template can be kept a database is created from nothing, with the same tables', async () => {
	const file = newPath()
	writeFileSync(file, '')
	const { templates } = await ownTemplates()
	assert.deepEqual(await columnsBegun({ templates: join(file, 'templates') }), await columnsBegun({ templates }))
})

async function columnsBegun(options: { readonly templates: string }): Promise<unknown[]> {
	const directory = newPath()
	await beginDatabase(directory, options)
	const { db, close } = await openDatabase({ kind: 'pglite', directory })
	const { rows } = await sql`select table_name, column_name, data_type, column_default
		from information_schema.columns where table_schema = 'public' order by 1, 2`.execute(db)
	await close()
	return rows
}

test('two that need a template at once make one of it', async () => {
	const templates = newPath()
	const directories = [newPath(), newPath()]
	await Promise.all(directories.map(directory => beginDatabase(directory, { templates })))
	assert.deepEqual(readdirSync(templates), [basename(await databaseTemplate(templates))])
	for (const directory of directories) assert.ok((await serve(directory)).isNew)
})

test('a template that was changed, or that others can write to, is not used but made again', async () => {
	const { templates, template } = await ownTemplates()
	const changes = [
		() => writeFileSync(join(pgdataOf(template), 'base', 'foreign'), ''),
		() => chmodSync(template, 0o777),
	]
	for (const change of changes) {
		change()
		const directory = newPath()
		await beginDatabase(directory, { templates })
		assert.ok(!existsSync(join(directory, 'pgdata', 'base', 'foreign')))
		assert.ok((await serve(directory)).isNew)
		assert.equal(lstatSync(template).mode & 0o777, 0o700)
		await copySealed(pgdataOf(template), newPath())
	}
})

test('error: no template is kept where others can write, nor behind a link', async () => {
	const { templates, template } = await ownTemplates()
	const link = newPath()
	symlinkSync(templates, link)
	await assert.rejects(databaseTemplate(link), /others can write to/)
	chmodSync(templates, 0o777)
	await assert.rejects(databaseTemplate(templates), /others can write to/)
	assert.ok(existsSync(template))
})

test('error: a copy that differs from what was sealed in a byte, a length or a name is refused', async () => {
	const changes: ((folder: string) => void)[] = [
		folder => writeFileSync(join(folder, 'a', 'file'), 'Bytes'),
		folder => writeFileSync(join(folder, 'a', 'file'), 'byte'),
		folder => renameSync(join(folder, 'a', 'file'), join(folder, 'a', 'other')),
		folder => mkdirSync(join(folder, 'b')),
		folder => rmSync(`${folder}.sha256`),
	]
	for (const change of changes) {
		const folder = newPath()
		mkdirSync(join(folder, 'a'), { recursive: true })
		writeFileSync(join(folder, 'a', 'file'), 'bytes')
		sealFolder(folder)
		await copySealed(folder, newPath())
		change(folder)
		await assert.rejects(copySealed(folder, newPath()), /has changed since it was made|ENOENT/)
	}
})
