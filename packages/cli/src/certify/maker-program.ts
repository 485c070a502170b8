import { type ChildProcess, spawn } from 'node:child_process'
import { endOf } from '../network/child.ts'

/** Lines of a program's output that are kept for the report. */
const linesKept = 40

/** The maker's own program, restarted whenever it ends, as a supervisor would. */
export class MakerProgram {
	readonly #command: string
	readonly #environment: Readonly<Record<string, string>>
	readonly #lines: string[] = []
	#child: ChildProcess | undefined
	#isWanted = false
	#ended: Promise<string> = Promise.resolve('')
	/** How often it was started. */
	starts = 0

	constructor(command: string, environment: Readonly<Record<string, string>>) {
		this.#command = command
		this.#environment = environment
	}

	/** Its last lines of output. */
	get output(): readonly string[] {
		return this.#lines
	}

	start(): void {
		this.#isWanted = true
		this.starts++
		const env = { ...process.env, ...this.#environment }
		const child = spawn(this.#command, { shell: true, detached: true, stdio: ['ignore', 'pipe', 'pipe'], env })
		this.#child = child
		for (const stream of [child.stdout, child.stderr])
			stream?.setEncoding('utf8').on('data', (text: string) => {
				this.#lines.push(...text.split('\n').filter(line => line !== ''))
				this.#lines.splice(0, this.#lines.length - linesKept)
			})
		this.#ended = endOf(child).then(reason => {
			if (this.#isWanted) setTimeout(() => this.#isWanted && this.start(), 1_000)
			return reason
		})
	}

	/** It comes back after a second, as when a supervisor restarts it. */
	kill(): void {
		this.#signal('SIGKILL')
	}

	/** Asks it to end, and makes it after ten seconds; resolves with whether it had to be made. */
	async stop(): Promise<'ended' | 'killed'> {
		this.#isWanted = false
		this.#signal('SIGTERM')
		let how: 'ended' | 'killed' = 'ended'
		const killer = setTimeout(() => {
			how = 'killed'
			this.#signal('SIGKILL')
		}, 10_000)
		await this.#ended
		clearTimeout(killer)
		return how
	}

	/** To the shell and all that it started. */
	#signal(signal: NodeJS.Signals): void {
		const pid = this.#child?.pid
		if (pid === undefined || this.#child?.exitCode !== null || this.#child.signalCode !== null) return
		process.kill(-pid, signal)
	}
}
