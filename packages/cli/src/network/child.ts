import { type ChildProcess, fork } from 'node:child_process'
import { createInterface } from 'node:readline'

/** What a child says once it serves; it may tell more than that it is ready. */
export type Ready = { type: 'ready' } & Record<string, unknown>

export type Child = {
	name: string
	ready: Ready
	/** Resolves when the process has ended, with the reason as text. */
	ended: Promise<string>
	/** Asks it to end, and kills it if it has not after 10 s. */
	stop(): Promise<void>
}

const stopMs = 10_000

/**
 * Runs one part of the network as a process of its own and waits until it is ready. Its output comes line by line to `onLine`.
 * It stands in its own process group, so that Ctrl-C reaches this process only; it ends when this process is gone.
 */
export async function startChild(options: {
	name: string
	entry: URL
	env: Record<string, string>
	onLine: (line: string) => void
}): Promise<Child> {
	const { name, entry, env, onLine } = options
	const child = fork(entry, {
		env: { ...process.env, ...env },
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
	const ready = await Promise.race([readiness(child), ended])
	if (typeof ready === 'string') throw new Error(`${name} ${ready} before it was ready`)
	return { name, ready, ended, stop: () => stopChild(child, ended) }
}

function readiness(child: ChildProcess): Promise<Ready> {
	return new Promise(resolve => {
		child.on('message', message => {
			if ((message as Partial<Ready>).type === 'ready') resolve(message as Ready)
		})
	})
}

async function stopChild(child: ChildProcess, ended: Promise<string>): Promise<void> {
	child.kill('SIGTERM')
	const killer = setTimeout(() => child.kill('SIGKILL'), stopMs)
	await ended
	clearTimeout(killer)
}
