import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type FillFolder, makeDatabase, makeDataFolder } from './data-folder.ts'
import { databaseTemplate, pgdataOf } from './database-template.ts'
import { lockDirectory } from './directory-lock.ts'
import { copySealed } from './sealed-folder.ts'

/**
 * Creates the database in `directory` as a copy of this clone's template, if there is none yet; a service then opens it as any
 * other. It is as durable as one created from nothing.
 */
export async function beginDatabase(directory: string, { templates }: { templates?: string } = {}): Promise<void> {
	const lock = await lockDirectory(directory)
	try {
		await makeDataFolder(join(directory, 'pgdata'), fillAsTemplate(templates))
	} finally {
		lock.release()
	}
}

/** One that is not as it was made is made again; where none can be kept the database is created from nothing. */
function fillAsTemplate(templates: string | undefined): FillFolder {
	return async folder => {
		for (let tries = 1; tries <= 2; tries++) {
			const template = await databaseTemplate(templates).catch(() => undefined)
			if (template === undefined) break
			try {
				return await copySealed(pgdataOf(template), folder)
			} catch {
				rmSync(template, { recursive: true, force: true })
				empty(folder)
			}
		}
		await makeDatabase(folder)
	}
}

function empty(folder: string): void {
	rmSync(folder, { recursive: true, force: true })
	mkdirSync(folder, { mode: 0o700 })
}
