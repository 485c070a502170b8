import { type ChildProcess, fork } from 'node:child_process'
import { createInterface } from 'node:readline'

/** What a child says once it serves; it may tell more than that it is ready. */
export type Ready = { type: 'ready' } & Record<string, unknown>

export type Child = {
	name: string
	/** What it said once it served. @throws Error when it ended before */
	ready: Promise<Ready>
	/** Resolves when the process has ended, with the reason as text. */
	ended: Promise<string>
	/** Asks it to end, and kills it if it has not after 10 s. */
	stop(): Promise<void>
}

const stopMs = 10_000

/**
 * How Node runs a part of the network. A small young generation lets memory reach its plateau early: left alone, it grows to
 * three times 16 MiB under load, and what it promotes late stays for long.
 */
export const nodeFlags: readonly string[] = [...process.execArgv, '--max-semi-space-size=8']

/** glibc gives each thread a heap of its own, which keeps what the thread needed once; two are enough for all of them. */
export const memoryEnvironment = { MALLOC_ARENA_MAX: '2' }

/**
 * Runs one part of the network as a process of its own. Its output comes line by line to `onLine`.
 * It stands in its own process group, so that Ctrl-C reaches this process only; it ends when this process is gone.
 */
export function startChild(options: {
	name: string
	entry: URL
	env: Record<string, string>
	onLine: (line: string) => void
}): Child {
	const { name, entry, env, onLine } = options
	const child = fork(entry, {
		execArgv: [...nodeFlags],
		env: { ...memoryEnvironment, ...process.env, ...env },
		stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
		detached: true,
	})
	for (const stream of [child.stdout, child.stderr]) if (stream) createInterface({ input: stream }).on('line', onLine)
	const ended = new Promise<string>(resolve => {
		child.once('error', error => resolve(error.message))
		child.once('close', (code, signal) =>
			resolve(signal === null ? `ended with code ${code}` : `was ended by ${signal}`),
		)
	})
	return { name, ready: readiness(child, name, ended), ended, stop: () => stopChild(child, ended) }
}

async function readiness(child: ChildProcess, name: string, ended: Promise<string>): Promise<Ready> {
	const ready = new Promise<Ready>(resolve => {
		child.on('message', message => {
			if ((message as Partial<Ready>).type === 'ready') resolve(message as Ready)
		})
	})
	const first = await Promise.race([ready, ended])
	if (typeof first === 'string') throw new Error(`${name} ${first} before it was ready`)
	return first
}

async function stopChild(child: ChildProcess, ended: Promise<string>): Promise<void> {
	child.kill('SIGTERM')
	const killer = setTimeout(() => child.kill('SIGKILL'), stopMs)
	await ended
	clearTimeout(killer)
}
