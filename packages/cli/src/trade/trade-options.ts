import { join, resolve } from 'node:path'
import { Decimal } from '@accord/protocol'
import type { SwapRequest } from '@accord/sdk'

export type TradeOptions = {
	wish: SwapRequest
	networkFile: string
	/** A user's name, or a number from 1 on. */
	user: string
	slippage: Decimal | undefined
}

/** What commander read from the command line. */
export type TradeArguments = { sell: string; buy: string; network?: string; user?: string; slippage?: string }

/** The options of `accord trade`. @throws Error naming the option that is wrong */
export function readTradeOptions(given: TradeArguments, env: NodeJS.ProcessEnv): TradeOptions {
	const dataDirectory = env.ACCORD_DATA ?? '.accord'
	return {
		wish: readWish(given.sell, given.buy),
		networkFile: resolve(given.network ?? env.ACCORD_NETWORK ?? join(dataDirectory, 'network.json')),
		user: given.user ?? '1',
		slippage: given.slippage === undefined ? undefined : readPercentage(given.slippage),
	}
}

function readWish(sell: string, buy: string): SwapRequest {
	const sold = readSide('--sell', sell)
	const bought = readSide('--buy', buy)
	if (typeof sold === 'object' && typeof bought === 'string') return { sell: sold, buy: bought }
	if (typeof sold === 'string' && typeof bought === 'object') return { sell: sold, buy: bought }
	throw new Error('give an amount to one side: --sell "100 XRD" --buy xUSDC, or --sell XRD --buy "5 xUSDC"')
}

function readSide(option: string, text: string): string | { symbol: string; amount: Decimal } {
	const [first = '', second, ...rest] = text.trim().split(/\s+/)
	if (rest.length > 0 || first === '')
		throw new Error(`${option} is an amount and a token, such as "100 XRD", not '${text}'`)
	if (second === undefined) return first
	const amount = Decimal.tryParse(first)
	if (amount === undefined) throw new Error(`${option}: '${first}' is not a decimal number`)
	return { symbol: second, amount }
}

function readPercentage(text: string): Decimal {
	const percentage = text.endsWith('%') ? Decimal.tryParse(text.slice(0, -1)) : undefined
	if (percentage === undefined || percentage < 0n || percentage >= Decimal.fromInteger(100))
		throw new Error(`--slippage is a percentage, such as 0.5%, not '${text}'`)
	return Decimal.divUp(percentage, Decimal.fromInteger(100))
}
