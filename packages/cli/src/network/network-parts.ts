import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DirectoryLock, lockDirectory } from '@accord/ledger'
import type { NetworkFile } from '@accord/protocol'
import { settingList } from '@accord/service'
import { type Child, type Ready, readableLine, startChild } from './child.ts'
import { writeNetworkFile } from './network-file.ts'

/** Receives start-up messages and the output of each part of the network. */
export type NetworkLog = (part: string, line: string) => void

/** The options of a start. */
export type NetworkControl = { readonly log: NetworkLog; readonly signal: AbortSignal }

export type Network = {
	readonly file: NetworkFile
	/** Resolves with the reason when the network cannot continue although it was not stopped. */
	readonly broken: Promise<string>
	stop(): Promise<void>
}

const packages = new URL('../../../', import.meta.url)

/** A part that runs as its own process. */
export const entries = {
	ledger: new URL('ledger/src/local/main.ts', packages),
	service: new URL('service/src/main.ts', packages),
	accord: new URL('cli/src/main.ts', packages),
	maker: new URL('bots/src/maker-main.ts', packages),
	solver: new URL('bots/src/solver-main.ts', packages),
}

type Part = {
	readonly name: string
	readonly entry: keyof typeof entries
	readonly args?: readonly string[]
	readonly env: Readonly<Record<string, string>>
	/** The network continues without this part if there is another one like it. */
	readonly isOneOfSeveral?: true
}

/** The parts of a network as they start. */
export class NetworkParts {
	readonly signal: AbortSignal
	readonly log: NetworkLog
	readonly #needed: Child[] = []
	readonly #ofSeveral: Child[] = []
	readonly #started: Child[] = []
	#isStopping = false

	constructor({ log, signal }: NetworkControl) {
		this.log = log
		this.signal = signal
	}

	/** Starts one and waits until it serves. */
	async start({ name, entry, args, env, isOneOfSeveral }: Part): Promise<Ready> {
		this.signal.throwIfAborted()
		const onLine = (line: string) => this.log(name, readableLine(line))
		const child = startChild({ name, entry: entries[entry], ...(args && { args }), env, onLine })
		return await this.keep(child, isOneOfSeveral ? this.#ofSeveral : this.#needed)
	}

	/** Waits until a part that was started elsewhere serves. */
	async keep(child: Child, among: Child[] = this.#needed): Promise<Ready> {
		this.#started.push(child)
		among.push(child)
		const ready = await child.ready
		this.log('network', `${child.name} is ready`)
		return ready
	}

	/** Resolves with the part that ended, if the rest cannot continue without it. */
	broken(): Promise<string> {
		const ended = async ({ name, ended: reason }: Child) => `${name} ${await reason}`
		const needed = this.#needed.map(ended)
		const others = this.#ofSeveral.map(async child => {
			const text = await ended(child)
			if (!this.#isStopping) this.log('network', text)
			return text
		})
		const last = Promise.all(others).then(texts => `${texts.length === 1 ? texts[0] : 'all nodes have ended'}`)
		return Promise.race(others.length === 0 ? needed : [...needed, last])
	}

	/** Each part depends on those started before it, so the last one stops first. */
	async stop(): Promise<void> {
		this.#isStopping = true
		for (const child of this.#started.toReversed()) await child.stop()
	}
}

/**
 * Starts the parts of a network whose data is in a directory, and writes `network.json` once all of them serve. If a
 * part fails to start, or `signal` is aborted in the meantime, the parts already started are stopped.
 */
export async function startIn(
	{ dataDirectory, reset }: { readonly dataDirectory: string; readonly reset: boolean },
	control: NetworkControl,
	start: (parts: NetworkParts) => Promise<NetworkFile>,
): Promise<Network> {
	const lock = await lockData(dataDirectory)
	const parts = new NetworkParts(control)
	const path = join(dataDirectory, 'network.json')
	const stop = async () => {
		rmSync(path, { force: true })
		await parts.stop()
		lock.release()
	}
	try {
		rmSync(path, { force: true })
		if (reset) removeData(dataDirectory)
		const file = await start(parts)
		control.signal.throwIfAborted()
		writeNetworkFile(path, file)
		return { file, broken: parts.broken(), stop }
	} catch (error) {
		await stop()
		throw error
	}
}

/** Two networks in one directory would corrupt each other's data. */
async function lockData(dataDirectory: string): Promise<DirectoryLock> {
	try {
		return await lockDirectory(dataDirectory)
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error)
		throw new Error(`${reason}. Stop that one first, or use another directory with --data.`, { cause: error })
	}
}

/** Whose pages may frame the local network's swap: that is only ever meant for it. */
const keptVariables: readonly string[] = ['ACCORD_PAGE_EMBED_ORIGINS']

/** The settings in this shell's environment may be meant for another service; an empty variable counts as unset. */
export function clearedSettings(): Record<string, string> {
	const variables = settingList().flatMap(({ variable }) => variable ?? [])
	return Object.fromEntries(variables.filter(one => !keptVariables.includes(one)).map(one => [one, '']))
}

const portWaitMs = 5_000

/** Waits up to 5 s until the ports are free: a network that is stopping may still hold them. @throws Error naming the port */
export async function waitForFreePorts(ports: readonly number[]): Promise<void> {
	const deadlineMs = Date.now() + portWaitMs
	for (const port of ports) {
		for (; !(await isFree(port)); await sleep(100)) {
			if (Date.now() > deadlineMs)
				throw new Error(`port ${port} is in use by another program: stop it, or choose another port with --port`)
		}
	}
}

function isFree(port: number): Promise<boolean> {
	return new Promise((resolve, reject) => {
		const server = createServer()
		server.once('error', (error: NodeJS.ErrnoException) => {
			if (error.code === 'EADDRINUSE') resolve(false)
			else reject(error)
		})
		server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
	})
}

/** The file with the key of the network's operator API: created at the first start and kept. */
export function ensureOperatorKey(dataDirectory: string): string {
	const path = join(dataDirectory, 'operator.key')
	if (!existsSync(path)) writeFileSync(path, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
	return path
}

export function makeDirectory(dataDirectory: string, name: string): string {
	const path = join(dataDirectory, name)
	mkdirSync(path, { recursive: true })
	return path
}

/** Removes only what this program wrote; the directory may hold other files. */
function removeData(dataDirectory: string): void {
	for (const name of ['ledger', 'database', 'service.json'])
		rmSync(join(dataDirectory, name), { recursive: true, force: true })
}
