import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseTemplate, pgdataOf } from './database-template.ts'
import { openPgliteDatabase, type PgliteDatabase } from './pglite-database.ts'
import { copyFolder } from './sealed-folder.ts'

/** A database in a new folder, which is deleted when the database is closed. It begins as a copy of the template. */
export async function openTemporaryDatabase(): Promise<PgliteDatabase> {
	const directory = mkdtempSync(join(tmpdir(), 'accord-database-'))
	// Where no template can be kept it is created from nothing.
	const template = await databaseTemplate().catch(() => undefined)
	if (template !== undefined) await copyFolder(pgdataOf(template), join(directory, 'pgdata'))
	const opened = await openPgliteDatabase(directory)
	const close = async (): Promise<void> => {
		await opened.close()
		rmSync(directory, { recursive: true, force: true })
	}
	return { ...opened, close }
}
