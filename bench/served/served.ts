import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** Whatever is still running when this process ends, for any reason, is killed with it. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
	for (const child of running) child.kill('SIGKILL')
})

type Answer = { readonly id: number; readonly result?: unknown; readonly error?: string }

const stopMaxMs = 10_000

/** A server in its own process, so that client and server do not share processor time. */
export class Served<Ready> {
	readonly ready: Ready
	readonly #child: ChildProcess
	readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
	#asked = 0

	private constructor(child: ChildProcess, ready: Ready) {
		this.ready = ready
		this.#child = child
		child.on('message', (answer: Answer) => this.#settle(answer))
		child.once('exit', () => {
			for (const { reject } of this.#waiting.values()) reject(new Error('the server has ended'))
		})
	}

	/** Starts a file that calls `serve`, with an argument; resolves when it is ready. `flags` and `env` are added for Node. */
	static async start<Ready>(
		file: URL,
		argument: unknown = {},
		{ flags = [], env = {} }: { flags?: readonly string[]; env?: NodeJS.ProcessEnv } = {},
	): Promise<Served<Ready>> {
		const execArgv = ['--conditions=accord-source', '--disable-warning=ExperimentalWarning', ...flags]
		const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const
		const child = fork(file, { execArgv, stdio: [...stdio], env: { ...process.env, ...env } })
		running.add(child)
		child.once('exit', () => running.delete(child))
		child.send(argument as object)
		const ended = once(child, 'exit').then(() => [undefined])
		const [message] = await Promise.race([once(child, 'message'), ended])
		if (message === undefined) throw new Error(`${file.pathname} ended before it was ready`)
		return new Served(child, message.ready as Ready)
	}

	/** Its process's id. */
	get pid(): number {
		return this.#child.pid ?? 0
	}

	/** Calls one of its functions by name. */
	ask(call: string, argument?: unknown): Promise<unknown> {
		const waiting = Promise.withResolvers<unknown>()
		const id = ++this.#asked
		this.#waiting.set(id, waiting)
		this.#child.send({ id, call, argument })
		return waiting.promise
	}

	/** Processor time used so far. */
	async cpuMs(): Promise<number> {
		return Number(await this.ask('cpuMs'))
	}

	/** Asks it to stop, and kills it if it has not after 10 s. */
	async stop(): Promise<void> {
		if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
		const ended = once(this.#child, 'exit')
		this.#child.disconnect()
		const killing = setTimeout(() => this.kill(), stopMaxMs)
		await ended
		clearTimeout(killing)
	}

	/** Kills it at once. */
	kill(): void {
		this.#child.kill('SIGKILL')
	}

	#settle({ id, result, error }: Answer): void {
		const waiting = this.#waiting.get(id)
		this.#waiting.delete(id)
		if (error === undefined) waiting?.resolve(result)
		else waiting?.reject(new Error(error))
	}
}
