import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openPglite } from './open-pglite.ts'

const tables = Array.from({ length: 12 }, (_, n) => `checkpointed_${n}`)

test('a checkpoint syncs every file of a table before it ends; a dropped table leaves none to sync', async t => {
	const folder = mkdtempSync(join(tmpdir(), 'accord-synced-'))
	const { pg, counter } = await openPglite(folder)
	t.after(async () => {
		await pg.close()
		rmSync(folder, { recursive: true, force: true })
	})
	for (const table of tables) await pg.exec(`CREATE TABLE ${table} (id int8 PRIMARY KEY)`)
	for (let round = 0; round < 3; round++) {
		for (const table of tables) await pg.exec(`INSERT INTO ${table} VALUES (${round})`)
		const before = counter.syncs
		await pg.exec(`CHECKPOINT; DROP TABLE ${tables.pop()}`)
		assert.ok(counter.syncs - before > 2 * tables.length, 'each table and its index')
		assert.deepEqual([counter.waiting, counter.failure], [0, undefined])
	}
	const { rows } = await pg.query(`SELECT count(*)::int AS count FROM ${tables[0]}`)
	assert.deepEqual(rows, [{ count: 3 }])
})
