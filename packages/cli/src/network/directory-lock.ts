import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

type Holder = { pid: number; startedAt: string }

/**
 * Takes a data directory for this process; a second network in it would spoil both. A holder that is just dying is given 5 s.
 * The answer gives the directory back. @throws Error when a live network has it
 */
export async function lockDirectory(directory: string, { waitMs = 5_000 } = {}): Promise<() => void> {
	mkdirSync(directory, { recursive: true })
	const path = join(directory, 'network.lock')
	for (const deadlineMs = Date.now() + waitMs; ; await sleep(100)) {
		if (tryLock(path)) return () => rmSync(path, { force: true })
		const holder = readHolder(path)
		if (holder === undefined || !isAlive(holder)) rmSync(path, { force: true })
		else if (Date.now() > deadlineMs) throw new Error(inUse(directory, holder))
	}
}

function inUse(directory: string, holder: Holder): string {
	return `${directory} is in use by a running network (process ${holder.pid}). Stop that one first, or choose another directory with --data.`
}

function tryLock(path: string): boolean {
	const holder: Holder = { pid: process.pid, startedAt: processStart(process.pid) }
	const draft = `${path}.${process.pid}`
	writeFileSync(draft, JSON.stringify(holder), { mode: 0o600 })
	try {
		linkSync(draft, path) // unlike writing, linking shows the whole file at once or fails
		return true
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
		throw error
	} finally {
		rmSync(draft, { force: true })
	}
}

function readHolder(path: string): Holder | undefined {
	try {
		return JSON.parse(readFileSync(path, 'utf8')) as Holder
	} catch {
		return undefined
	}
}

/** Process ids are used again: the holder lives only if the process of that id also began when the holder did. */
function isAlive(holder: Holder): boolean {
	try {
		process.kill(holder.pid, 0)
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
	}
	return processStart(holder.pid) === holder.startedAt
}

/** When a process began, in the system's own ticks; `dead` for one that has ended unnoticed; empty where there is no /proc. */
function processStart(pid: number): string {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
		const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
		return fields[0] === 'Z' ? 'dead' : (fields[19] ?? '')
	} catch {
		return ''
	}
}
