import { Command } from 'commander'
import { type NetworkArguments, readNetworkOptions } from './network/network-options.ts'
import { runNetwork } from './network/run-network.ts'
import { runTrade } from './trade/run-trade.ts'
import { readTradeOptions, type TradeArguments } from './trade/trade-options.ts'

const program = new Command('accord').description('Intent-based trading on the Radix ledger')

program
	.command('network')
	.description('run ledger, service, market maker and solver on this machine until Ctrl-C')
	.option('--data <directory>', 'where ledger and database are kept (ACCORD_DATA, default .accord)')
	.option('--port <number>', 'port of the three APIs; the Gateway API gets the next one (ACCORD_PORT, default 8480)')
	.option('--users <number>', 'how many funded users (ACCORD_USERS, default 20)')
	.option('--reset', 'begin with an empty ledger and database')
	.option('--without <bots>', "leave out 'maker', 'solver' or both (comma between) and run your own")
	.option('--plain', 'log lines only, no list of accounts and keys')
	.action(async (given: NetworkArguments) => {
		process.exitCode = await runNetwork(readNetworkOptions(given, process.env))
	})

program
	.command('trade')
	.description('one trade against a running network, followed until the ledger decides')
	.requiredOption('--sell <amount>', 'what to sell: "100 XRD", or only XRD when --buy has the amount')
	.requiredOption('--buy <amount>', 'what to buy: xUSDC, or "5 xUSDC"')
	.option('--network <file>', 'the network.json of the network (ACCORD_NETWORK, default .accord/network.json)')
	.option('--user <name>', 'who trades: a number from 1 on, or a name (default: the first user)')
	.option('--slippage <percentage>', 'how much less to accept than the book shows, for instance 0.5%')
	.action(async (given: TradeArguments) => {
		process.exitCode = await runTrade(readTradeOptions(given, process.env))
	})

try {
	await program.parseAsync()
} catch (error) {
	process.stderr.write(`accord: ${error instanceof Error ? error.message : String(error)}\n`)
	process.exitCode = 1
}
