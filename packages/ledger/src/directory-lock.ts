import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

export type DirectoryLock = { release(): void }

/**
 * Locks the folder for this process until `release`. The lock is released however the process dies: it is an operating
 * system lock on a file in the folder, taken through SQLite because Node has no call for it.
 * @throws Error naming the holder if another process still has it after 5 s, or the folder if it cannot be written to
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
	for (let tries = 1; ; tries++) {
		const lock = tryLockDirectory(directory)
		if (lock !== undefined) return lock
		if (tries === triesMax) throw new Error(`${directory} is in use by another process${holderOf(directory)}`)
		await sleep(pauseMs)
	}
}

/**
 * Locks without waiting; undefined if any process, even this one, has locked the folder.
 * @throws Error naming the folder if it cannot be written to
 */
export function tryLockDirectory(directory: string): DirectoryLock | undefined {
	return writing(directory, () => tryLock(directory))
}

/** ` (pid 4711)`, naming the process that locked the folder; empty if that cannot be read. */
export function holderOf(directory: string): string {
	try {
		return ` (pid ${readFileSync(join(directory, 'lock.pid'), 'utf8').trim()})`
	} catch {
		return ''
	}
}

const pauseMs = 100
const triesMax = 50
const busy = 5
/**
 * Accessible to this user only. A process started by root may run as another user, which must be able to pass through
 * the folder but not list it.
 */
const newFolderMode = process.getuid?.() === 0 ? 0o711 : 0o700

// Without a reference the lock would be garbage-collected, and the operating system's lock with it.
const held = new Set<DatabaseSync>()

function release(file: DatabaseSync): void {
	if (held.delete(file)) file.close()
}

function writing<T>(directory: string, write: () => T): T {
	try {
		return write()
	} catch (cause) {
		const reason = cause instanceof Error ? cause.message : String(cause)
		throw new Error(`${directory} cannot be written to: ${reason}`, { cause })
	}
}

function tryLock(directory: string): DirectoryLock | undefined {
	mkdirSync(directory, { recursive: true, mode: newFolderMode })
	const file = new DatabaseSync(join(directory, 'lock'))
	try {
		file.exec('BEGIN EXCLUSIVE')
		// On a read-only disk, this is the only step that fails.
		writeFileSync(join(directory, 'lock.pid'), `${process.pid}\n`)
	} catch (error) {
		file.close()
		if (error instanceof Error && 'errcode' in error && error.errcode === busy) return undefined
		throw error
	}
	held.add(file)
	return { release: () => release(file) }
}
