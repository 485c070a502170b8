import { createHash } from 'node:crypto'
import { constants, cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from './open-database.ts'
import { openPgliteDatabase, type PgliteDatabase } from './pglite/pglite-database.ts'

/**
 * A database of a test's own, in a folder that goes when it is closed. Made by copying a template that is made once
 * per machine and set of migrations, since a new one takes seconds.
 */
export async function openTestDatabase(): Promise<PgliteDatabase> {
	const directory = mkdtempSync(join(tmpdir(), 'accord-database-'))
	copyTemplate(await templateFolder(), join(directory, 'pgdata'))
	const opened = await openPgliteDatabase(directory)
	const close = async (): Promise<void> => {
		await opened.close()
		rmSync(directory, { recursive: true, force: true })
	}
	return { ...opened, close }
}

/** The folder of a closed, migrated database, to be copied. */
export async function templateFolder(): Promise<string> {
	const place = join(tmpdir(), `accord-template-${userInfo().uid}-${templateVersion()}`)
	if (existsSync(place)) return join(place, 'pgdata')
	const making = mkdtempSync(`${place}-`)
	const opened = await openDatabase({ kind: 'pglite', directory: making })
	await opened.close()
	moveUnlessThere(making, place)
	return join(place, 'pgdata')
}

export function copyTemplate(template: string, folder: string): void {
	cpSync(template, folder, { recursive: true, mode: constants.COPYFILE_FICLONE })
}

// Two test processes may make it at once: the first move wins.
function moveUnlessThere(from: string, to: string): void {
	try {
		renameSync(from, to)
	} catch (error) {
		rmSync(from, { recursive: true, force: true })
		if (!existsSync(to)) throw error
	}
}

function templateVersion(): string {
	const hash = createHash('sha256')
	const require = createRequire(import.meta.url)
	hash.update(readFileSync(require.resolve('@electric-sql/pglite')))
	for (const file of ['migrate.ts', 'migrations/0001-first-trade.ts', 'pglite/open-pglite.ts']) {
		hash.update(readFileSync(new URL(file, import.meta.url)))
	}
	return hash.digest('hex').slice(0, 16)
}
