import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { text } from 'node:stream/consumers'

/** Puts a database's files into an empty folder. */
export type FillFolder = (folder: string) => Promise<void>

/**
 * Creates Postgres' data folder if there is none, completely or not at all: it is created next to its final path, synced and
 * then moved, so that a process that dies in between leaves nothing that looks like a database.
 */
export async function makeDataFolder(folder: string, fill: FillFolder = makeDatabase): Promise<void> {
	if (existsSync(folder)) return
	removeUnfinished(folder)
	// A new name each time: a folder begun by a killed process may still be written to for a moment.
	const unfinished = mkdtempSync(`${folder}.new-`)
	await fill(unfinished)
	await syncTree(unfinished)
	renameSync(unfinished, folder)
	await sync(dirname(folder))
}

function removeUnfinished(folder: string): void {
	for (const name of readdirSync(dirname(folder))) {
		if (name.startsWith(`${basename(folder)}.new`))
			rmSync(join(dirname(folder), name), { recursive: true, force: true })
	}
}

const makerFile = new URL(`./data-folder-main${extname(import.meta.url)}`, import.meta.url)

/** Creates a database without tables in an empty folder, in a separate process for the reason given there. */
export async function makeDatabase(folder: string): Promise<void> {
	const maker = fork(makerFile, [folder], { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
	const errors = maker.stderr === null ? '' : text(maker.stderr)
	const [code, signal] = await once(maker, 'exit')
	if (code !== 0) throw new Error(`the database could not be created: exit with ${code ?? signal}: ${await errors}`)
}

// The disk does what waits in one go.
const syncsAtOnce = 32

/** Files and folders alike: a file is found after a power cut only if its folder was synced. */
async function syncTree(folder: string): Promise<void> {
	const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
	const found = entries.filter(entry => entry.isFile() || entry.isDirectory())
	const paths = [folder, ...found.map(({ parentPath, name }) => join(parentPath, name))]
	for (let at = 0; at < paths.length; at += syncsAtOnce)
		await Promise.all(paths.slice(at, at + syncsAtOnce).map(path => sync(path)))
}

async function sync(path: string): Promise<void> {
	const file = await open(path)
	try {
		await file.sync()
	} finally {
		await file.close()
	}
}
