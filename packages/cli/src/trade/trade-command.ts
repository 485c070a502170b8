import { Decimal, isLargeSlippage, largeSlippageAdvice, readSlippage } from '@accord/protocol'
import type { SwapRequest } from '@accord/sdk'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import { type NetworkPlace, networkFileOf, withNetworkOptions } from '../network/network-file.ts'
import type { TradeOptions } from './run-trade.ts'

/** `accord trade`, which `npm run trade` runs. */
export function addTradeCommand(program: Command, { env, exit }: Context): void {
	const command = program
		.command('trade')
		.description('make one trade on a running network and follow it until the ledger decides')
		.requiredOption('--sell <amount>', 'what to sell: "100 XRD", or only XRD if --buy has the amount')
		.requiredOption('--buy <amount>', 'what to buy: xUSDC, or "5 xUSDC"')
	withNetworkOptions(command)
		.option('--user <name>', 'who trades: a number from 1, or a name (default: the first user)')
		.option('--slippage <fraction>', 'how much less than the book shows to accept: 0.5%, or 0.005')
		.option('--large-slippage', 'allow slippage above 5%')
		.option('--at-least <amount>', 'the least to receive (default, if --sell has the amount: what the book says)')
		.option('--at-most <amount>', 'the most to pay, fees included (default, if --buy has it: what the book says)')
		.addHelpText('after', '\nExample:\n  accord trade --sell "100 XRD" --buy xUSDC')
		.action(async (given: TradeArguments) => {
			const options = tradeOptions(given, env)
			const { runTrade } = await import('./run-trade.ts')
			exit(await runTrade(options))
		})
}

/** What commander parsed from the command line. */
type TradeArguments = { sell: string; buy: string; user?: string } & NetworkPlace & TradeBoundsGiven
type TradeBoundsGiven = { slippage?: string; largeSlippage?: boolean; atLeast?: string; atMost?: string }

/** The options of `accord trade`. @throws UsageError naming the invalid option */
export function tradeOptions(given: TradeArguments, env: NodeJS.ProcessEnv): TradeOptions {
	return {
		swap: parseSwap(given.sell, given.buy),
		networkFile: networkFileOf(given, env),
		user: given.user ?? '1',
		...parseSlippage(given),
		atLeast: parseBound('--at-least', given.atLeast),
		atMost: parseBound('--at-most', given.atMost),
	}
}

function parseSwap(sell: string, buy: string): SwapRequest {
	const sold = parseSide('--sell', sell)
	const bought = parseSide('--buy', buy)
	if (typeof sold === 'object' && typeof bought === 'string') return { sell: sold, buy: bought }
	if (typeof sold === 'string' && typeof bought === 'object') return { sell: sold, buy: bought }
	throw new UsageError('exactly one side needs an amount: --sell "100 XRD" --buy xUSDC, or --sell XRD --buy "5 xUSDC"')
}

function parseSide(option: string, text: string): string | { symbol: string; amount: Decimal } {
	const [first = '', second, ...rest] = text.trim().split(/\s+/)
	if (rest.length > 0 || first === '')
		throw new UsageError(`${option} must be an amount and a token, such as "100 XRD", not '${text}'`)
	if (second === undefined) return first
	const amount = Decimal.tryParse(first)
	if (amount === undefined) throw new UsageError(`${option}: '${first}' is not a decimal number, such as 1.5`)
	return { symbol: second, amount }
}

function parseBound(option: string, text: string | undefined): Decimal | undefined {
	if (text === undefined) return undefined
	const amount = Decimal.tryParse(text)
	if (amount === undefined || amount < 0n)
		throw new UsageError(`${option} must be an amount, such as 4.9, not '${text}'`)
	return amount
}

function parseSlippage({ slippage, largeSlippage = false }: TradeBoundsGiven) {
	if (slippage === undefined) return { slippage, largeSlippage }
	const fraction = readFraction(slippage)
	if (fraction === undefined || fraction < 0n || fraction >= Decimal.one)
		throw new UsageError(
			`--slippage must be a percentage, such as 0.5%, or a fraction, such as 0.005, not '${slippage}'`,
		)
	if (isLargeSlippage(fraction) && !largeSlippage)
		throw new UsageError(largeSlippageAdvice(fraction, '--large-slippage'))
	return { slippage, largeSlippage }
}

function readFraction(text: string): Decimal | undefined {
	try {
		return readSlippage(text)
	} catch {
		return undefined
	}
}
