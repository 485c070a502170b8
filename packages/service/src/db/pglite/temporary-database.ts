import { createHash } from 'node:crypto'
import { constants, cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { extname, join } from 'node:path'
import { migrate, migrationNames } from '../migrate.ts'
import { openPgliteDatabase, type PgliteDatabase } from './pglite-database.ts'

/**
 * A database that goes when it is closed, in a folder of its own. It is a copy of a template that is made once for
 * every version of the tables, since making one takes seconds.
 */
export async function openTemporaryDatabase(): Promise<PgliteDatabase> {
	const directory = mkdtempSync(join(tmpdir(), 'accord-database-'))
	copyTemplate(await templateFolder(), join(directory, 'pgdata'))
	const opened = await openPgliteDatabase(directory)
	const close = async (): Promise<void> => {
		await opened.close()
		rmSync(directory, { recursive: true, force: true })
	}
	return { ...opened, close }
}

/** Postgres' data folder of a closed, migrated database, to be copied. */
export async function templateFolder(): Promise<string> {
	const place = join(tmpdir(), `accord-template-${userInfo().username}-${templateVersion()}`)
	if (existsSync(place)) return join(place, 'pgdata')
	const making = mkdtempSync(`${place}-`)
	const opened = await openPgliteDatabase(making)
	await migrate(opened.db)
	await opened.close()
	moveUnlessThere(making, place)
	return join(place, 'pgdata')
}

export function copyTemplate(template: string, folder: string): void {
	cpSync(template, folder, { recursive: true, mode: constants.COPYFILE_FICLONE })
}

// Two processes may make it at once: the first one to move it wins.
function moveUnlessThere(from: string, to: string): void {
	try {
		renameSync(from, to)
	} catch (error) {
		rmSync(from, { recursive: true, force: true })
		if (!existsSync(to)) throw error
	}
}

// Of the engine and the migrations' text: while a migration has not landed yet, it may still change.
function templateVersion(): string {
	const hash = createHash('sha256')
	hash.update(readFileSync(createRequire(import.meta.url).resolve('@electric-sql/pglite')))
	for (const name of migrationNames) {
		hash.update(readFileSync(new URL(`../migrations/${name}${extname(import.meta.url)}`, import.meta.url)))
	}
	return hash.digest('hex').slice(0, 16)
}
