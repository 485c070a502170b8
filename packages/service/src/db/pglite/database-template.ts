import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { extname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { migrate, migrationNames } from '../migrate.ts'
import { openPgliteDatabase } from './pglite-database.ts'
import { sealFolder } from './sealed-folder.ts'

const ownTemplates = fileURLToPath(new URL('../../../templates/', import.meta.url))

/** Templates of other versions of the program are removed, except for the newest. */
const templatesMax = 4

/**
 * The folder of a closed database that was migrated and never served, as whose copies others begin: creating one takes seconds.
 * It has no incarnation, so each copy begins its own. It is made when it is first needed in this clone, for what it is made
 * from, and only saves time.
 * @throws Error if none can be kept there
 */
export async function databaseTemplate(templates = ownTemplates): Promise<string> {
	mkdirSync(templates, { recursive: true, mode: 0o700 })
	if (!isPrivate(templates)) throw new Error(`others can write to ${templates}`)
	const path = join(templates, madeFrom())
	if (existsSync(path)) {
		if (isPrivate(path)) return path
		rmSync(path, { recursive: true, force: true })
	}
	const draft = mkdtempSync(`${path}.`)
	try {
		await make(draft)
		renameSync(draft, path)
	} catch (error) {
		// Another process may have been faster.
		if (!existsSync(path)) throw error
	} finally {
		rmSync(draft, { recursive: true, force: true })
	}
	removeOld(templates, path)
	return path
}

/** Postgres' data folder in a template. */
export function pgdataOf(template: string): string {
	return join(template, 'pgdata')
}

async function make(draft: string): Promise<void> {
	const opened = await openPgliteDatabase(draft)
	await migrate(opened.db).finally(() => opened.close())
	sealFolder(pgdataOf(draft))
}

/** Written by this user alone, and no link. */
function isPrivate(path: string): boolean {
	const stats = lstatSync(path)
	return (
		stats.isDirectory() &&
		(process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & 0o022) === 0))
	)
}

// A hash of the engine, how it is called and the migrations' text: a migration may still change until it has landed.
function madeFrom(): string {
	const engine = pathToFileURL(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
	const own = ['./open-pglite', '../migrate', ...migrationNames.map(name => `../migrations/${name}`)]
	const files = own.map(name => new URL(`${name}${extname(import.meta.url)}`, import.meta.url))
	const hash = createHash('sha256')
	for (const file of [engine, new URL('../package.json', engine), ...files]) hash.update(readFileSync(file))
	return hash.digest('hex').slice(0, 32)
}

function removeOld(templates: string, newest: string): void {
	const paths = readdirSync(templates).map(name => join(templates, name))
	const byAge = paths.filter(path => path !== newest).toSorted((a, b) => madeAt(b) - madeAt(a))
	for (const path of byAge.slice(templatesMax - 1)) rmSync(path, { recursive: true, force: true })
}

/** One that is gone meanwhile is the oldest. */
function madeAt(path: string): number {
	return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
