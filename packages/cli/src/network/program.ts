import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { spawnGuarded } from '@accord/service'
import { type Child, endOf, type Ready, stopMs } from './child.ts'

/** A third-party program, and the files that only it may own. */
export type Program = {
	readonly name: string
	readonly path: string
	readonly args: readonly string[]
	readonly cwd: string
	/** The signal that ends it. */
	readonly signal: 'TERM' | 'INT'
	/** Whether the program is ready to serve. */
	readonly isReady: () => Promise<boolean>
	/** Deleted when the program has ended. */
	readonly folder?: string
	readonly onLine: (line: string) => void
}

const readyWithinMs = 30_000
const linesMax = 20

/**
 * Runs a program as a part of the network. It has its own process group, like {@link startChild}'s, and ends when this
 * process is gone.
 */
export function startProgram({ name, path, args, cwd, signal, folder, isReady, onLine }: Program): Child {
	const child = spawnGuarded({
		command: [path, ...args],
		cwd,
		signal,
		...(folder !== undefined && { removedAtEnd: folder }),
	})
	const said: string[] = []
	const listen = (line: string) => {
		onLine(line)
		said.push(line)
		if (said.length > linesMax) said.shift()
	}
	for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', listen)
	const ended = endOf(child)
	return { name, ready: readiness({ name, ended, isReady, said }), ended, stop: () => stopProgram(child, ended) }
}

type Starting = Pick<Program, 'name' | 'isReady'> & {
	readonly ended: Promise<string>
	readonly said: readonly string[]
}

async function readiness({ name, ended, isReady, said }: Starting): Promise<Ready> {
	let end: string | undefined
	void ended.then(reason => {
		end = reason
	})
	for (const deadlineMs = Date.now() + readyWithinMs; !(await isReady()); await pause(50)) {
		if (end !== undefined) throw new Error(`${name} ${end} before it was ready: ${said.join('\n')}`)
		if (Date.now() > deadlineMs) throw new Error(`${name} is not ready after ${readyWithinMs / 1000} s`)
	}
	return { type: 'ready' }
}

async function stopProgram(child: ChildProcess, ended: Promise<string>): Promise<void> {
	child.stdin?.end()
	const killer = setTimeout(() => killGroup(child), stopMs)
	await ended
	clearTimeout(killer)
}

function killGroup({ pid }: ChildProcess): void {
	if (pid === undefined) return
	try {
		process.kill(-pid, 'SIGKILL')
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
	}
}
