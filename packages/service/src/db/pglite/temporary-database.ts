import { createHash } from 'node:crypto'
import { constants, cpSync, existsSync, lstatSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { extname, join } from 'node:path'
import { migrate, migrationNames } from '../migrate.ts'
import { openPgliteDatabase, type PgliteDatabase } from './pglite-database.ts'

/**
 * A database in a new folder, which is deleted when the database is closed. It is a copy of a template that is created once
 * per version of the tables, since creating a database takes seconds.
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

/** Postgres' data folder of a closed, migrated database, to copy. */
export async function templateFolder(): Promise<string> {
	const template = join(tmpdir(), `accord-template-${userInfo().username}-${templateVersion()}`)
	if (existsSync(template)) return ownPgdata(template)
	const unfinished = mkdtempSync(`${template}-`)
	const opened = await openPgliteDatabase(unfinished)
	await migrate(opened.db)
	await opened.close()
	moveUnlessPresent(unfinished, template)
	return ownPgdata(template)
}

/** The folder for temporary files is everyone's: a template that someone else could have written is refused. */
function ownPgdata(template: string): string {
	const { uid, mode } = lstatSync(template)
	const isOwn = process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0)
	if (!isOwn) throw new Error(`${template} was not made by this user alone: delete it, or set TMPDIR to another folder`)
	return join(template, 'pgdata')
}

export function copyTemplate(template: string, folder: string): void {
	cpSync(template, folder, { recursive: true, mode: constants.COPYFILE_FICLONE })
}

// Two processes may create it at once: the first to move it wins.
function moveUnlessPresent(from: string, to: string): void {
	try {
		renameSync(from, to)
	} catch (error) {
		rmSync(from, { recursive: true, force: true })
		if (!existsSync(to)) throw error
	}
}

// A hash of the engine and the migrations' text: a migration may still change until it has landed.
function templateVersion(): string {
	const hash = createHash('sha256')
	hash.update(readFileSync(createRequire(import.meta.url).resolve('@electric-sql/pglite')))
	for (const name of migrationNames) {
		hash.update(readFileSync(new URL(`../migrations/${name}${extname(import.meta.url)}`, import.meta.url)))
	}
	return hash.digest('hex').slice(0, 16)
}
