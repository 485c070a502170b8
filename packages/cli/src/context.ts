import type { Terminal } from './terminal/terminal.ts'

/** The process around a command. */
export type Context = {
	readonly terminal: Terminal
	readonly env: NodeJS.ProcessEnv
	readonly nowMs: () => number
	/** Sets the exit code of a command that ends without an error. */
	readonly exit: (code: number) => void
}
