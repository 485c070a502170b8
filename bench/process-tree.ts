import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

// On Linux: clock ticks of 10 ms.
const tickMs = 10

/**
 * Processor time so far of all processes that work in a folder, in milliseconds; ended ones are counted through their
 * parents.
 */
export function processorMs(folder: string): number {
	return processesIn(folder).reduce((sum, pid) => sum + ticksOf(pid) * tickMs, 0)
}

/**
 * Memory of all processes that work in a folder, in bytes. Shared memory is split among the sharers, so that it counts
 * once.
 */
export function memoryBytes(folder: string): number {
	return processesIn(folder).reduce((sum, pid) => sum + proportionalBytes(pid), 0)
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

function proportionalBytes(pid: number): number {
	try {
		const [, kibibytes = 0] = /^Pss: +(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
		return Number(kibibytes) * 1024
	} catch {
		return 0
	}
}
