import { createRequire } from 'node:module'
import { Command } from 'commander'
import { addBookCommand } from './book/book-command.ts'
import { addCompletionCommand } from './completion/completion-command.ts'
import { addConfigCommands } from './config/config-commands.ts'
import type { Context } from './context.ts'
import { addDoctorCommand } from './doctor/doctor-command.ts'
import { exitCodes } from './exit-codes.ts'
import { addKeyCommands } from './keys/key-commands.ts'
import { addMakerCommands } from './maker/maker-commands.ts'
import { addNetworkCommand } from './network/network-command.ts'
import { addOrderCommands } from './orders/order-commands.ts'
import { addServeCommand } from './serve/serve-command.ts'
import { addStatusCommand } from './status/status-command.ts'
import { addTradeCommand } from './trade/trade-command.ts'

// Beside src as beside the built dist.
const { version } = createRequire(import.meta.url)('../package.json') as { version: string }

/**
 * The accord command with everything it can do. It throws instead of ending the process. What needs the service or the
 * ledger loads it when it runs, so that all other commands start at once.
 */
export function createProgram(context: Context): Command {
	const program = new Command('accord')
		.description('Intent-based trading on the Radix ledger')
		.version(version, '--version')
		.exitOverride()
		.configureOutput({
			writeOut: text => context.terminal.print(text.trimEnd()),
			writeErr: text => context.terminal.note(text.trimEnd()),
		})
		.addHelpText('after', exitCodesText())

	program.commandsGroup('On this machine:')
	addNetworkCommand(program, context)
	addTradeCommand(program, context)
	program.commandsGroup('The service:')
	addServeCommand(program, context)
	addConfigCommands(program, context)
	program.commandsGroup('Its operator:')
	addStatusCommand(program, context)
	addDoctorCommand(program, context)
	addMakerCommands(program, context)
	addKeyCommands(program, context)
	addOrderCommands(program, context)
	addBookCommand(program, context)
	program.commandsGroup('Others:')
	addCompletionCommand(program, context)
	return program
}

function exitCodesText(): string {
	const lines = Object.values(exitCodes).map(({ code, meaning }) => `  ${code}  ${meaning}`)
	return ['', 'Exit codes:', ...lines].join('\n')
}
