import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** A server's file `postmaster.pid`, which a killed server leaves behind. */
export type PidFile = { readonly pid: number; readonly text: string }

export function readPidFile(data: string): PidFile | undefined {
	try {
		const text = readFileSync(join(data, 'postmaster.pid'), 'utf8')
		return { pid: Number.parseInt(text, 10), text }
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
		throw error
	}
}

/** Whether the newly started server answers; `left` is the file of an earlier server. */
export function isAnswering(data: string, left: PidFile | undefined): boolean {
	const text = readPidFile(data)?.text
	return text !== undefined && text !== left?.text && /^ready\s*$/m.test(text)
}

/**
 * Waits until the server of an earlier process has ended, which it does when that process is gone. If its guard process
 * was killed as well, the server is ended here. Returns the file it left behind.
 * @throws Error naming it after a minute
 */
export async function endFormer(data: string): Promise<PidFile | undefined> {
	for (let tries = 0; ; tries++) {
		const file = readPidFile(data)
		if (file === undefined || !isServerOf(data, file.pid)) return file
		if (tries === triesMax) throw new Error(`the server of a former process (pid ${file.pid}) has not ended`)
		if (tries === patientTries) process.kill(file.pid, 'SIGINT')
		await pause(pauseMs)
	}
}

const pauseMs = 50
const patientTries = 40
const triesMax = 1_200

/** Process numbers are reused, so this is the server only if it was started on this folder. */
function isServerOf(data: string, pid: number): boolean {
	return commandOf(pid).includes(` -D ${data} `)
}

function commandOf(pid: number): string {
	if (existsSync('/proc/self/cmdline')) {
		try {
			return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
		} catch {
			return ''
		}
	}
	return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? ''
}
