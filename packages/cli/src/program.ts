import { createRequire } from 'node:module'
import { TradeError } from '@accord/protocol'
import { ConnectionError } from '@accord/sdk'
import { Command, CommanderError } from 'commander'
import { addAuditCommands } from './audit/audit-commands.ts'
import { addBookCommand } from './book-command.ts'
import { addCertifyCommand } from './certify/certify-command.ts'
import { addClusterCommand } from './cluster/cluster-command.ts'
import { addCompletionCommand } from './completion.ts'
import type { Context } from './context.ts'
import { describeError, errorJson, exitCodeOf, exitCodes, UnreachableError, UsageError } from './errors.ts'
import { addHedgeCommand } from './hedge-command.ts'
import { addMcpCommand } from './mcp-command.ts'
import { addNetworkCommand } from './network/network-command.ts'
import { addDatabaseCommands } from './operator/database-commands.ts'
import { addDoctorCommand } from './operator/doctor-command.ts'
import { addInstamintCommands } from './operator/instamint-commands.ts'
import { addIntegratorCommands } from './operator/integrator-commands.ts'
import { addKeyCommands } from './operator/key-commands.ts'
import { addMakerCommands } from './operator/maker-commands.ts'
import { addOperatorKeyCommands } from './operator/operator-key-commands.ts'
import { addOrderCommands } from './operator/order-commands.ts'
import { addReconcileCommand } from './operator/reconcile-command.ts'
import { addSettingsCommands } from './operator/settings-commands.ts'
import { addStatusCommand } from './operator/status-command.ts'
import { refuseOptionsOfNpm } from './options-of-npm.ts'
import { addConfigCommands } from './service/config-commands.ts'
import { addMarkersCommands } from './service/markers-commands.ts'
import { addServeCommand } from './service/serve-command.ts'
import { addServiceKeyCommands } from './service/service-key-commands.ts'
import { guardedTerminal } from './terminal/terminal.ts'
import { addTradeCommand } from './trade/trade-command.ts'

// The path is the same from src and from the built dist.
const { version } = createRequire(import.meta.url)('../package.json') as { version: string }

/** Runs one command line and resolves with its exit code. */
export async function runProgram(args: readonly string[], given: Omit<Context, 'exit'>): Promise<number> {
	const context = { ...given, terminal: guardedTerminal(given.terminal) }
	let exitCode: number = exitCodes.ok.code
	const exit = (code: number) => {
		exitCode = code
	}
	try {
		const program = createProgram({ ...context, exit })
		refuseOptionsOfNpm(program, args, context.env)
		await program.parseAsync([...args], { from: 'user' })
		return exitCode
	} catch (error) {
		// Commander has already printed what was wrong with the arguments.
		if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok.code : exitCodes.usage.code
		for (const line of args.includes('--json') ? [errorJson(error)] : errorLines(error)) context.terminal.note(line)
		return exitCodeOf(error)
	}
}

/**
 * The accord command with all of its subcommands. It throws instead of ending the process. Commands that need the service
 * or the ledger load them when they run, so that all others start quickly.
 */
export function createProgram(context: Context): Command {
	const program = new Command('accord')
		.description('Intent-based trading on the Radix ledger')
		.version(version, '--version')
		.exitOverride()
		.showHelpAfterError('(add --help for what there is)')
		.configureOutput({
			writeOut: text => text.trimEnd().split('\n').forEach(context.terminal.print),
			writeErr: text => text.trimEnd().split('\n').forEach(context.terminal.note),
		})
		.addHelpText('after', exitCodesText())

	program.commandsGroup('Local network:')
	addNetworkCommand(program, context)
	addClusterCommand(program, context)
	addTradeCommand(program, context)
	addCertifyCommand(program, context)
	addHedgeCommand(program, context)
	program.commandsGroup('Service:')
	addServeCommand(program, context)
	addConfigCommands(program, context)
	addServiceKeyCommands(program, context)
	addMarkersCommands(program, context)
	program.commandsGroup('Operator:')
	addStatusCommand(program, context)
	addDoctorCommand(program, context)
	addMakerCommands(program, context)
	addKeyCommands(program, context)
	addIntegratorCommands(program, context)
	addOrderCommands(program, context)
	addOperatorKeyCommands(program, context)
	addSettingsCommands(program, context)
	addAuditCommands(program, context)
	addBookCommand(program, context)
	addDatabaseCommands(program, context)
	addReconcileCommand(program, context)
	addInstamintCommands(program, context)
	program.commandsGroup('Other:')
	addMcpCommand(program, context, version)
	addCompletionCommand(program, context)
	return program
}

function errorLines(error: unknown): string[] {
	const [first = '', ...more] = describeError(error)
	const lines = [`accord: ${first}`, ...more]
	return isForeign(error) ? lines : lines.flatMap(line => line.split('\n'))
}

/**
 * Whether an error may quote the service, so that it has one line. Others are this machine’s, and list, for instance,
 * what is wrong with its settings: of a UsageError these are the cause.
 */
function isForeign(error: unknown): boolean {
	if (error instanceof UsageError) return error.cause === undefined
	return [TradeError, UnreachableError, ConnectionError].some(kind => error instanceof kind)
}

function exitCodesText(): string {
	const lines = Object.values(exitCodes).map(({ code, meaning }) => `  ${code}  ${meaning}`)
	return ['', 'Exit codes:', ...lines].join('\n')
}
