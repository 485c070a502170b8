import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

// Of Linux: clock ticks of 10 ms.
const tickMs = 10

/** Processor time so far of all processes that work in a folder, in milliseconds; of those that have ended, through their parents. */
export function processorMs(folder: string): number {
	return processesIn(folder).reduce((sum, pid) => sum + ticksOf(pid) * tickMs, 0)
}

/** The ids of all processes that work in a folder. */
export function processesIn(folder: string): number[] {
	const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
	return pids.map(Number).filter(pid => worksIn(pid, folder))
}

function worksIn(pid: number, folder: string): boolean {
	try {
		return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)
	} catch {
		return false
	}
}

function ticksOf(pid: number): number {
	try {
		const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
			.replace(/^.*\) /, '')
			.split(' ')
		return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0)
	} catch {
		return 0
	}
}
