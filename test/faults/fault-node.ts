import { setTimeout as pause } from 'node:timers/promises'
import type { Line } from '../fixtures/line.ts'
import { type NodeProcess, startNodeProcess } from '../network/node-process.ts'
import { readinessOf } from '../network/two-nodes.ts'

/** A node's dependencies, each through its own line. */
export type Lines = { readonly database: Line; readonly bus: Line; readonly gateway: Line }
export type LineName = keyof Lines

type FaultNodeOptions = Pick<FaultNode, 'name' | 'lines' | 'port'> & { readonly settings: Record<string, unknown> }

/** A node in its own process, at the same port after each restart, which a test kills, pauses and restarts. */
export class FaultNode {
	readonly name: string
	readonly lines: Lines
	readonly port: number
	/** By how many seconds its clock ever was off. */
	readonly clockOffS = new Set<number>()
	readonly #settings: Record<string, unknown>
	#process: NodeProcess | undefined

	constructor({ name, lines, port, settings }: FaultNodeOptions) {
		this.name = name
		this.lines = lines
		this.port = port
		this.#settings = { ...settings, port }
	}

	/** Its address while it runs. */
	get url(): string | undefined {
		return this.#process?.url
	}

	/** Starts it, with its clock off by this many seconds. */
	async start({ clockOffS = 0 }: { clockOffS?: number } = {}): Promise<void> {
		if (clockOffS !== 0) this.clockOffS.add(clockOffS)
		this.#process = await startNodeProcess({ settings: this.#settings }, { clockOffS })
	}

	/** kill −9. */
	async kill(): Promise<void> {
		await this.#end(node => node.stop())
	}

	/** Asks it to end, as an upgrade does; it is killed if it has not ended after 15 s. */
	async terminate(): Promise<void> {
		await this.#end(async node => {
			node.signal('SIGTERM')
			await Promise.race([node.ended, pause(15_000, undefined, { ref: false })])
			await node.stop()
		})
	}

	pause(): void {
		this.#process?.signal('SIGSTOP')
	}

	resume(): void {
		this.#process?.signal('SIGCONT')
	}

	/** Asks it to read its configuration again. */
	reload(): void {
		this.#process?.signal('SIGHUP')
	}

	async isReady(): Promise<boolean> {
		return this.url !== undefined && (await readinessOf({ url: this.url }).catch(() => undefined)) === 'ready'
	}

	async #end(how: (node: NodeProcess) => Promise<void>): Promise<void> {
		const node = this.#process
		this.#process = undefined
		if (node !== undefined) await how(node)
	}
}
