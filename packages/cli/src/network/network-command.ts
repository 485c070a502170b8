import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { UsageError } from '../exit-codes.ts'
import { type NetworkArguments, type NetworkOptions, readNetworkOptions } from './network-options.ts'

/** `accord network`, which `npm start` runs. */
export function addNetworkCommand(program: Command, { env, exit }: Context): void {
	program
		.command('network')
		.description('run ledger, service, market maker and solver on this machine until Ctrl-C')
		.option('--data <directory>', 'where ledger and database are kept (ACCORD_DATA, default .accord)')
		.option(
			'--port <number>',
			'port of the three APIs; the Gateway API and the operator API get the next two (ACCORD_PORT, default 8480)',
		)
		.option('--users <number>', 'how many funded users (ACCORD_USERS, default 20)')
		.option('--reset', 'begin with an empty ledger and database')
		.option('--without <bots>', "leave out 'maker', 'solver' or both (comma between) and run your own")
		.option('--plain', 'log lines only: no list of accounts and keys, no live view')
		.action(async (given: NetworkArguments) => {
			const options = optionsOf(given, env)
			const { runNetwork } = await import('./run-network.ts')
			exit(await runNetwork(options))
		})
}

function optionsOf(given: NetworkArguments, env: NodeJS.ProcessEnv): NetworkOptions {
	try {
		return readNetworkOptions(given, env)
	} catch (error) {
		throw new UsageError(error instanceof Error ? error.message : String(error))
	}
}
