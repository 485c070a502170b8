import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { spawnGuarded } from './guarded-process.ts'
import { endFormer, isAnswering, type PidFile } from './pid-file.ts'
import type { PostgresPrograms } from './postgres-programs.ts'
import type { ServerUser } from './server-user.ts'

/** PostgreSQL's own settings, by name. */
export type ServerSettings = Readonly<Record<string, string>>

/** A server that answers. */
export type ServerProcess = {
	/** Resolves with its output if it ends without being stopped. */
	readonly lost: Promise<Error>
	/** Disconnects everyone, and waits up to 5 s for the server to end; after that it ends without being waited for. */
	stop(): Promise<void>
}

type Running = {
	readonly data: string
	readonly programs: PostgresPrograms
	readonly serverUser: ServerUser
	readonly settings: ServerSettings
	/** A folder to remove together with the server. */
	readonly removedAtEnd?: string
}

// For one service, plus some connections for its operator. Its log says only why it ends: a failing statement is
// reported to its client, and may contain anything.
const usual: ServerSettings = {
	max_connections: '32',
	shared_buffers: '32MB',
	io_method: 'sync',
	wal_level: 'minimal',
	max_wal_senders: '0',
	max_wal_size: '256MB',
	max_logical_replication_workers: '0',
	log_min_messages: 'fatal',
	log_line_prefix: '',
	fsync: 'on',
	autovacuum: 'on',
	timezone: 'UTC',
}

/**
 * Runs a server on its data folder until it is stopped or this process is gone. It first waits for any earlier
 * process's server that has not ended yet.
 * @throws Error with the server's output if it ends before it answers
 */
export async function runServer(running: Running): Promise<ServerProcess> {
	const settings = Object.entries({ ...usual, ...running.settings })
	const options = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])
	if (process.platform === 'win32') return await runOnWindows(running, options)
	return await runHere(running, { options, left: await endFormer(running.data) })
}

type How = {
	readonly options: readonly string[]
	/**
	 * The pid file left by an earlier server may contain a number that another process has by now, which would prevent the
	 * start. So the server is told that this is its grandparent's number, which it ignores.
	 */
	readonly left: PidFile | undefined
}

async function runHere(
	{ data, programs, serverUser, removedAtEnd }: Running,
	{ options, left }: How,
): Promise<ServerProcess> {
	const { prefix, user } = serverUser
	const [path = '', ...args] = [...prefix, programs.postgres, '-D', data, ...options]
	const env = { PATH: process.env.PATH, ...(left && { PG_GRANDPARENT_PID: String(left.pid) }) }
	const removed = removedAtEnd === undefined ? {} : { removedAtEnd }
	const child = spawnGuarded({
		command: [path, ...args],
		cwd: data,
		signal: 'INT',
		env,
		...(user && { user }),
		...removed,
	})
	const said = lastLines([child.stdout, child.stderr])
	const ended = new Promise<Error>(resolve => {
		child.once('error', resolve)
		child.once('close', (code, signal) =>
			resolve(new Error(`PostgreSQL ended with ${[code ?? signal, ...said].join(': ')}`)),
		)
	})
	await untilAnswering(data, { left, ended })
	// The child alone does not keep the process from exiting.
	const handles = [child, child.stdin, child.stdout, child.stderr] as { ref(): void; unref(): void }[]
	for (const handle of handles) handle.unref()
	let isStopping = false
	const lost = ended.then(error => (isStopping ? new Promise<Error>(() => {}) : error))
	const stop = async () => {
		isStopping = true
		for (const handle of handles) handle.ref()
		child.stdin.end()
		await Promise.race([ended, pause(stopPatienceMs, undefined, { ref: false })])
	}
	return { lost, stop }
}

async function untilAnswering(
	data: string,
	{ left, ended }: Pick<How, 'left'> & { readonly ended: Promise<Error> },
): Promise<void> {
	let end: Error | undefined
	void ended.then(error => {
		end = error
	})
	while (!isAnswering(data, left)) {
		if (end !== undefined) throw end
		await pause(answeringEveryMs)
	}
}

const answeringEveryMs = 5
const stopPatienceMs = 5_000
const linesMax = 20

/** The last output of the programs. */
function lastLines(streams: readonly NodeJS.ReadableStream[]): readonly string[] {
	const lines: string[] = []
	const add = (line: string) => {
		lines.push(line)
		if (lines.length > linesMax) lines.shift()
	}
	for (const stream of streams) createInterface({ input: stream }).on('line', add)
	return lines
}

/**
 * There, `pg_ctl` drops administrator rights, because the server refuses to run with them. A server whose process was
 * killed continues until the next start.
 */
async function runOnWindows({ data, programs }: Running, options: readonly string[]): Promise<ServerProcess> {
	const control = async (...args: string[]) => {
		const child = spawn(programs.pg_ctl, ['-D', data, '-w', ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
		const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
		if (code !== 0) throw new Error(`pg_ctl ended with ${code}: ${said.trim()}`)
	}
	await control('-m', 'fast', 'stop').catch(() => {})
	await control('-o', options.join(' '), '-l', join(data, 'log'), 'start')
	return { lost: new Promise(() => {}), stop: () => control('-m', 'fast', 'stop') }
}
