import { runProgram } from './program.ts'
import { processTerminal } from './terminal/terminal.ts'

const { env } = process
process.exitCode = await runProgram(process.argv.slice(2), {
	env,
	terminal: processTerminal(env),
	nowMs: () => Date.now(),
})
