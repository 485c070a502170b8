import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PgliteThread } from './pglite-thread.ts'

/**
 * Makes Postgres' data folder where there is none, whole or not at all: it is made beside its place, synced and then
 * moved, so that a process that dies in the middle leaves nothing that looks like a database.
 */
export async function makeDataFolder(folder: string): Promise<void> {
	if (existsSync(folder)) return
	const unfinished = `${folder}.new`
	rmSync(unfinished, { recursive: true, force: true })
	await mkdir(unfinished, { mode: 0o700 })
	const thread = await PgliteThread.start({ folder: unfinished })
	await thread.close()
	syncTree(unfinished)
	renameSync(unfinished, folder)
	syncFile(dirname(folder))
}

function syncTree(folder: string): void {
	for (const entry of readdirSync(folder, { withFileTypes: true })) {
		const path = join(folder, entry.name)
		if (entry.isDirectory()) syncTree(path)
		else if (entry.isFile()) syncFile(path)
	}
	syncFile(folder)
}

function syncFile(path: string): void {
	const file = openSync(path, 'r')
	try {
		fsyncSync(file)
	} finally {
		closeSync(file)
	}
}
