import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

// Of Linux: clock ticks of 10 ms.
const tickMs = 10

/** Processor time so far of all processes that work in a folder, in milliseconds; of those that have ended, through their parents. */
export function processorMs(folder: string): number {
	const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name) && worksIn(name, folder))
	return pids.reduce((sum, pid) => sum + ticksOf(pid) * tickMs, 0)
}

function worksIn(pid: string, folder: string): boolean {
	try {
		return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)
	} catch {
		return false
	}
}

function ticksOf(pid: string): number {
	try {
		const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
			.replace(/^.*\) /, '')
			.split(' ')
		return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0)
	} catch {
		return 0
	}
}
