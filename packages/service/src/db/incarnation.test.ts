import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { TestClock } from '../../../../test/network/test-clock.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { Incarnation } from './incarnation.ts'
import { openDatabase } from './open-database.ts'
import { beginDatabase } from './pglite/begin-database.ts'

const clock = new TestClock()
clock.freeze()
const log = { warn: () => {} }

test('a database keeps its incarnation for as long as it is the same copy', async t => {
	const { db, copyId, close } = await openTestDatabase()
	t.after(close)
	const first = await Incarnation.open({ db, clock, log, copyId })
	assert.match(first.id, /^[0-9a-f]{12}$/)
	assert.equal((await Incarnation.open({ db, clock, log, copyId })).id, first.id)
	const unknown = await Incarnation.open({ db, clock, log, copyId: async () => undefined })
	assert.equal(unknown.id, first.id)
	const restored = await Incarnation.open({ db, clock, log, copyId: async () => 'another copy' })
	assert.notEqual(restored.id, first.id)
})

// shows operator API: A restore that the service cannot notice is declared
test('the operator begins another one, which lasts', async t => {
	const { db, copyId, close } = await openTestDatabase()
	t.after(close)
	const incarnation = await Incarnation.open({ db, clock, log, copyId })
	const first = incarnation.id
	clock.advance(1)
	await incarnation.beginNext('ann')
	assert.notEqual(incarnation.id, first)
	assert.equal(incarnation.begunAtMs, clock.nowMs())
	const { id, begunAtMs } = await Incarnation.open({ db, clock, log, copyId })
	assert.deepEqual([id, begunAtMs], [incarnation.id, incarnation.begunAtMs])
})

test('a restored copy of the embedded database’s folder is noticed, a folder that was moved is not one', async t => {
	const place = mkdtempSync(join(tmpdir(), 'accord-incarnation-'))
	t.after(() => rmSync(place, { recursive: true, force: true }))
	const [directory, backup, moved] = ['database', 'backup', 'moved'].map(name => join(place, name)) as [
		string,
		string,
		string,
	]
	await beginDatabase(directory)
	const open = async (folder: string) => {
		const { db, copyId, close } = await openDatabase({ kind: 'pglite', directory: folder })
		const { id } = await Incarnation.open({ db, clock, log, copyId })
		await close()
		return id
	}
	const first = await open(directory)
	cpSync(directory, backup, { recursive: true, preserveTimestamps: true })
	assert.equal(await open(directory), first)
	renameSync(directory, moved)
	assert.equal(await open(moved), first)
	cpSync(backup, directory, { recursive: true, preserveTimestamps: true })
	assert.notEqual(await open(directory), first)
})
