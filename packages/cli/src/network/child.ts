import { type ChildProcess, fork } from 'node:child_process'
import { createInterface } from 'node:readline'

/** The message a child sends once it serves. */
export type Ready = { readonly type: 'ready' } & Record<string, unknown>

export type Child = {
	readonly name: string
	/** Resolves once it serves. @throws Error when it ends before that */
	readonly ready: Promise<Ready>
	/** Resolves when the process has ended, with the reason as text. */
	readonly ended: Promise<string>
	/** Sends SIGTERM, then SIGKILL if it has not ended after 10 s. */
	stop(): Promise<void>
}

/** How long a part may take to end. */
export const stopMs = 10_000

/**
 * Node's flags for a part of the network. A small young generation makes memory level off early. By default it grows to
 * three times 16 MiB under load, and objects promoted late stay for long.
 */
export const nodeFlags: readonly string[] = [...process.execArgv, '--max-semi-space-size=8']

/** glibc gives each thread its own heap, which never shrinks; two are enough for all of them. */
export const memoryEnvironment = { MALLOC_ARENA_MAX: '2' }

/**
 * Runs one part of the network as a child process and passes its output to `onLine`, line by line. It has its own process
 * group, so that Ctrl-C reaches only this process; it ends when this process is gone.
 */
export function startChild(options: {
	readonly name: string
	readonly entry: URL
	readonly args?: readonly string[]
	readonly env: Readonly<Record<string, string>>
	readonly onLine: (line: string) => void
}): Child {
	const { name, entry, args = [], env, onLine } = options
	const child = fork(entry, args, {
		execArgv: [...nodeFlags],
		env: { ...memoryEnvironment, ...process.env, ...env },
		stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
		detached: true,
	})
	for (const stream of [child.stdout, child.stderr]) if (stream) createInterface({ input: stream }).on('line', onLine)
	const ended = endOf(child)
	return { name, ready: readiness(child, name, ended), ended, stop: () => stopChild(child, ended) }
}

/** Resolves when the process has ended, with the reason as text. */
export function endOf(child: ChildProcess): Promise<string> {
	return new Promise<string>(resolve => {
		child.once('error', error => resolve(error.message))
		child.once('close', (code, signal) =>
			resolve(signal === null ? `ended with code ${code}` : `was ended by ${signal}`),
		)
	})
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

const hiddenMembers = new Set(['level', 'time', 'pid', 'hostname', 'name', 'msg', 'err'])

/**
 * A line of a part's output in readable form: a structured log entry as its message and other members, any other line
 * unchanged.
 */
export function readableLine(line: string): string {
	const entry = parseEntry(line)
	if (entry === undefined) return line
	const rest = Object.entries(entry).filter(([name]) => !hiddenMembers.has(name))
	const facts = rest.map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
	const { err } = entry as { err?: { message?: string } }
	return [entry.msg, ...(err?.message === undefined ? [] : [err.message]), ...facts].join(' ')
}

function parseEntry(line: string): ({ msg: string } & Record<string, unknown>) | undefined {
	if (!line.startsWith('{')) return undefined
	try {
		const entry = JSON.parse(line) as Record<string, unknown>
		return typeof entry.msg === 'string' ? { ...entry, msg: entry.msg } : undefined
	} catch {
		return undefined
	}
}
