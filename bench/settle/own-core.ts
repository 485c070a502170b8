import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Whether a process can get a core of its own: Linux's `taskset` is there, and more than one core. */
export function canSeparate(): boolean {
	return allowedCores().length > 1
}

/** Runs `work` while one process has the first core to itself, and the others, including this one, share the rest. */
export async function withOwnCore<T>(alone: number, others: readonly number[], work: () => Promise<T>): Promise<T> {
	const all = allowedCores()
	const [first = 0, ...rest] = all
	const sharing = [process.pid, ...others]
	try {
		for (const pid of sharing) allow(pid, rest)
		allow(alone, [first])
		return await work()
	} finally {
		for (const pid of [alone, ...sharing]) allow(pid, all)
	}
}

/** The cores this process may run on; empty if unknown. */
function allowedCores(): number[] {
	try {
		// Prints `pid 1's current affinity list: 0-2,5`.
		const list = execFileSync('taskset', ['-cp', String(process.pid)], { encoding: 'utf8' }).replace(/^.*: /s, '')
		return list.split(',').flatMap(part => {
			const [from = 0, to = from] = part.split('-').map(Number)
			return Array.from({ length: to - from + 1 }, (_, place) => from + place)
		})
	} catch {
		return []
	}
}

/** All threads of a process, if it has not ended; threads started later inherit the cores of the thread that starts them. */
function allow(pid: number, cores: readonly number[]): void {
	const { status, stderr } = spawnSync('taskset', ['-acp', cores.join(','), String(pid)], { encoding: 'utf8' })
	if (status !== 0 && existsSync(`/proc/${pid}`)) throw new Error(`taskset: ${stderr}`)
}
