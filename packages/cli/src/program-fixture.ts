import type { Context } from './context.ts'
import { runProgram } from './program.ts'
import { createPaint } from './terminal/paint.ts'

/** Runs one command line in this process, and captures what it prints. */
export async function runCommand(
	args: readonly string[],
	env: NodeJS.ProcessEnv = {},
): Promise<{ code: number; out: string; notes: string }> {
	const out: string[] = []
	const notes: string[] = []
	const context: Omit<Context, 'exit'> = {
		env,
		nowMs: () => Date.now(),
		terminal: {
			print: line => void out.push(line),
			note: line => void notes.push(line),
			paint: createPaint(false),
			isInteractive: false,
		},
	}
	const code = await runProgram(args, context)
	return { code, out: out.join('\n'), notes: notes.join('\n') }
}
