import { fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, fsyncSync, mkdtempSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { text } from 'node:stream/consumers'

/**
 * Creates Postgres' data folder if there is none, completely or not at all: it is created next to its final path, synced and
 * then moved, so that a process that dies in between leaves nothing that looks like a database.
 */
export async function makeDataFolder(folder: string): Promise<void> {
	if (existsSync(folder)) return
	removeUnfinished(folder)
	// A new name each time: a folder begun by a killed process may still be written to for a moment.
	const unfinished = mkdtempSync(`${folder}.new-`)
	await makeDatabase(unfinished)
	syncTree(unfinished)
	renameSync(unfinished, folder)
	syncFile(dirname(folder))
}

function removeUnfinished(folder: string): void {
	for (const name of readdirSync(dirname(folder))) {
		if (name.startsWith(`${basename(folder)}.new`))
			rmSync(join(dirname(folder), name), { recursive: true, force: true })
	}
}

const makerFile = new URL(`./data-folder-main${extname(import.meta.url)}`, import.meta.url)

/** In a separate process, for the reason given there. */
async function makeDatabase(folder: string): Promise<void> {
	const maker = fork(makerFile, [folder], { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
	const errors = maker.stderr === null ? '' : text(maker.stderr)
	const [code, signal] = await once(maker, 'exit')
	if (code !== 0) throw new Error(`the database could not be created: exit with ${code ?? signal}: ${await errors}`)
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
