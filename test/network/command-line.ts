import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { NetworkProcess } from './network-process.ts'

const main = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url))
const project = fileURLToPath(new URL('../../', import.meta.url))

/** Runs the accord command in separate processes; those still running are killed on disposal. */
export class CommandLine {
	readonly #env: NodeJS.ProcessEnv
	readonly #runs: NetworkProcess[] = []

	/** `env` overrides the tests' environment for every command. */
	constructor(env: NodeJS.ProcessEnv = {}) {
		this.#env = env
	}

	/** Starts a command. */
	run(args: readonly string[], env: NodeJS.ProcessEnv = {}): NetworkProcess {
		const conditions = ['--conditions=accord-source', '--disable-warning=ExperimentalWarning']
		const child = spawn(process.execPath, [...conditions, main, ...args], {
			cwd: project,
			env: { ...process.env, ...this.#env, ...env },
			stdio: ['ignore', 'pipe', 'pipe'],
		})
		const run = new NetworkProcess(child)
		this.#runs.push(run)
		return run
	}

	/** Runs a command to its end; returns its exit code and everything it printed. */
	async ask(...args: string[]): Promise<{ code: number | undefined; output: string }> {
		const run = this.run(args)
		const code = await run.ended
		return { code, output: run.output }
	}

	async dispose(): Promise<void> {
		for (const run of this.#runs) await run.kill()
	}
}
