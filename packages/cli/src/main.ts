import { runProgram } from './program.ts'
import { processTerminal } from './terminal/terminal.ts'

const { env } = process
// Whoever reads the output may have read enough of it, as `head` does.
for (const stream of [process.stdout, process.stderr]) {
	stream.on('error', (error: NodeJS.ErrnoException) => {
		if (error.code !== 'EPIPE') throw error
		process.exit()
	})
}
process.exitCode = await runProgram(process.argv.slice(2), {
	env,
	terminal: processTerminal(env),
	nowMs: () => Date.now(),
})
