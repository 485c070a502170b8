import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NetworkFile, type WireOf } from '@accord/protocol'
import { freePorts } from './free-ports.ts'
import { until } from './until.ts'

const main = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url))
const project = fileURLToPath(new URL('../../', import.meta.url))

/**
 * A network's data directory and ports. It outlives the networks that run in it, and kills what is still running on
 * disposal. Prices stay the same unless a seed is given.
 */
export class NetworkPlace {
	readonly directory = mkdtempSync(join(tmpdir(), 'accord-place-'))
	readonly port: number
	readonly #runs: NetworkProcess[] = []

	private constructor(port: number) {
		this.port = port
	}

	/** `ports` is how many are free from its port on: for the service, the Gateway and the operator API unless said otherwise. */
	static async create({ ports = 3 } = {}): Promise<NetworkPlace> {
		return new NetworkPlace(await freePorts(ports))
	}

	get hasNetworkFile(): boolean {
		return existsSync(join(this.directory, 'network.json'))
	}

	/** The running network's description of itself. */
	readNetworkFile(): WireOf<typeof NetworkFile> {
		return NetworkFile.wire.parse(JSON.parse(readFileSync(join(this.directory, 'network.json'), 'utf8')))
	}

	/** Starts `accord network --plain` here; it may still refuse to run. */
	run(...options: string[]): NetworkProcess {
		return this.#keepNode(['network', ...this.#options(options)])
	}

	/** Starts `accord cluster --plain` at this port, with this directory for temporary files. */
	cluster(...options: string[]): NetworkProcess {
		const env = { ...process.env, TMPDIR: this.directory }
		return this.#keepNode(['cluster', '--port', String(this.port), '--plain', '--still', ...options], { env })
	}

	/** Starts `accord trade` on this network. */
	trade(...options: string[]): NetworkProcess {
		return this.tradeOn(join(this.directory, 'network.json'), ...options)
	}

	tradeOn(networkFile: string, ...options: string[]): NetworkProcess {
		return this.#keepNode(['trade', '--network', networkFile, ...options])
	}

	/** Starts the network as a user does in a terminal: as the leader of a process group, which Ctrl-C reaches as a whole. */
	npmStart(...options: string[]): NetworkProcess {
		return this.#keep('npm', ['start', '--', ...this.#options(options)], { detached: true })
	}

	/** Starts a network and waits until it is ready. */
	async start(...options: string[]): Promise<NetworkProcess> {
		const run = this.run(...options)
		await run.ready()
		return run
	}

	async dispose(): Promise<void> {
		for (const run of this.#runs) await run.kill()
		rmSync(this.directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
	}

	#options(options: readonly string[]): string[] {
		const prices = options.includes('--seed') ? [] : ['--still']
		return ['--data', this.directory, '--port', String(this.port), '--plain', ...prices, ...options]
	}

	#keepNode(args: readonly string[], { env = process.env } = {}): NetworkProcess {
		const conditions = ['--conditions=accord-source', '--disable-warning=ExperimentalWarning']
		return this.#keep(process.execPath, [...conditions, main, ...args], { env })
	}

	#keep(command: string, args: string[], { detached = false, env = process.env } = {}): NetworkProcess {
		const child = spawn(command, args, { cwd: project, stdio: ['ignore', 'pipe', 'pipe'], detached, env })
		const run = new NetworkProcess(child)
		this.#runs.push(run)
		return run
	}
}

/** One run of a network in its own processes. */
export class NetworkProcess {
	/** Resolves with the exit code; undefined when a signal ended it. */
	readonly ended: Promise<number | undefined>
	readonly #child: ChildProcess
	#output = ''
	/** Resolves when it prints something else. */
	#printing = Promise.withResolvers<void>()
	#hasEnded = false

	constructor(child: ChildProcess) {
		this.#child = child
		for (const stream of [child.stdout, child.stderr]) {
			stream?.setEncoding('utf8').on('data', (text: string) => {
				this.#output += text
				this.#printing.resolve()
				this.#printing = Promise.withResolvers()
			})
		}
		this.ended = once(child, 'close').then(([code]) => {
			this.#hasEnded = true
			return (code as number | null) ?? undefined
		})
	}

	get pid(): number {
		assert.ok(this.#child.pid)
		return this.#child.pid
	}

	/** Everything it has printed. */
	get output(): string {
		return this.#output
	}

	/** Resolves when it is ready; fails with what it printed if it ends instead. Has no timeout: the test has its own. */
	ready(): Promise<void> {
		return this.printed('ready at')
	}

	/** Resolves when it has printed a text; fails like {@link ready}. */
	async printed(text: string): Promise<void> {
		while (!this.#output.includes(text)) {
			assert.ok(!this.#hasEnded, this.#output)
			await Promise.race([this.#printing.promise, this.ended])
		}
	}

	/** The ids of its parts, in the order in which they were started. */
	parts(): number[] {
		return childrenOf(this.pid)
	}

	/** The ids of its parts and of their children. */
	allParts(): number[] {
		return descendantsOf(this.pid)
	}

	signal(signal: NodeJS.Signals): void {
		this.#child.kill(signal)
	}

	/** Ctrl-C, for one started by {@link NetworkPlace.npmStart}. */
	pressCtrlC(): void {
		process.kill(-this.pid, 'SIGINT')
	}

	/** kill −9 of all its processes; waits until none is left. */
	async kill(): Promise<void> {
		const ids = this.#hasEnded ? [] : [this.pid, ...descendantsOf(this.pid)]
		for (const id of ids) killHard(id)
		await this.ended
		await untilGone(ids)
	}
}

/** Waits until none of the processes is there any more. */
export async function untilGone(ids: readonly number[]): Promise<void> {
	await until(`processes ${ids.join(', ')} to end`, () => !ids.some(isAlive))
}

/** kill −9, if it is still there. */
export function killHard(id: number): void {
	try {
		process.kill(id, 'SIGKILL')
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
	}
}

/** Whether the process is running: a zombie, ended but not yet reaped, is not. */
export function isAlive(id: number): boolean {
	try {
		const stat = readFileSync(`/proc/${id}/stat`, 'utf8')
		return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) !== 'Z'
	} catch {
		return false
	}
}

function childrenOf(id: number): number[] {
	try {
		return readFileSync(`/proc/${id}/task/${id}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
	} catch {
		return []
	}
}

function descendantsOf(id: number): number[] {
	return childrenOf(id).flatMap(child => [child, ...descendantsOf(child)])
}
