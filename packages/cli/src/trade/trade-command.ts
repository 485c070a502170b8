import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { UsageError } from '../exit-codes.ts'
import { readTradeOptions, type TradeArguments, type TradeOptions } from './trade-options.ts'

/** `accord trade`, which `npm run trade` runs. */
export function addTradeCommand(program: Command, { env, exit }: Context): void {
	program
		.command('trade')
		.description('one trade against a running network, followed until the ledger decides')
		.requiredOption('--sell <amount>', 'what to sell: "100 XRD", or only XRD when --buy has the amount')
		.requiredOption('--buy <amount>', 'what to buy: xUSDC, or "5 xUSDC"')
		.option('--network <file>', 'the network.json of the network (ACCORD_NETWORK, default .accord/network.json)')
		.option('--user <name>', 'who trades: a number from 1 on, or a name (default: the first user)')
		.option('--slippage <percentage>', 'how much less to accept than the book shows, for instance 0.5%')
		.addHelpText('after', '\nExample:\n  accord trade --sell "100 XRD" --buy xUSDC')
		.action(async (given: TradeArguments) => {
			const options = optionsOf(given, env)
			const { runTrade } = await import('./run-trade.ts')
			exit(await runTrade(options))
		})
}

function optionsOf(given: TradeArguments, env: NodeJS.ProcessEnv): TradeOptions {
	try {
		return readTradeOptions(given, env)
	} catch (error) {
		throw new UsageError(error instanceof Error ? error.message : String(error))
	}
}
