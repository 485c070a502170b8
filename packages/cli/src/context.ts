import type { Terminal } from './terminal/terminal.ts'

/** What a command has around it. */
export type Context = {
	readonly terminal: Terminal
	readonly env: NodeJS.ProcessEnv
	readonly nowMs: () => number
	/** Sets the exit code of a command that ends without an error. */
	readonly exit: (code: number) => void
}
