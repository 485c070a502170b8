import { runProgram } from './program.ts'
import { processTerminal } from './terminal/terminal.ts'

const { env } = process
// The reader of the output may stop early, as `head` does.
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
