import { TradeError } from '@accord/protocol'
import { ConnectionError } from '@accord/sdk'
import { CommanderError } from 'commander'
import type { Context } from './context.ts'
import { exitCodes, UnreachableError, UsageError } from './exit-codes.ts'
import { createProgram } from './program.ts'
import { describeError } from './trade/describe-error.ts'

/** Runs one command line to its end. The answer is the exit code. */
export async function runProgram(args: readonly string[], context: Omit<Context, 'exit'>): Promise<number> {
	let exitCode: number = exitCodes.ok.code
	const exit = (code: number) => {
		exitCode = code
	}
	try {
		await createProgram({ ...context, exit }).parseAsync([...args], { from: 'user' })
		return exitCode
	} catch (error) {
		// Commander has said already what was wrong with the words.
		if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok.code : exitCodes.usage.code
		const exitCode = exitCodeOf(error)
		for (const line of args.includes('--json') ? [errorJson(error, exitCode)] : errorLines(error))
			context.terminal.note(line)
		return exitCode
	}
}

function errorLines(error: unknown): string[] {
	const [first = '', ...more] = describeError(error)
	return [`accord: ${first}`, ...more]
}

/** For programs, which read answers as JSON: what went wrong in the same way. */
function errorJson(error: unknown, exitCode: number): string {
	const message = error instanceof Error ? error.message : String(error)
	const refusal = error instanceof TradeError ? { code: error.code, errors: error.errors } : {}
	return JSON.stringify({ error: { ...refusal, message, exit_code: exitCode } })
}

function exitCodeOf(error: unknown): number {
	if (error instanceof UsageError) return exitCodes.usage.code
	if (error instanceof UnreachableError || error instanceof ConnectionError) return exitCodes.unreachable.code
	return error instanceof TradeError ? exitCodes.refused.code : exitCodes.failed.code
}
