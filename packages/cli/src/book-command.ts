import { join, resolve } from 'node:path'
import { bookLevelsMax, Decimal, OrderBook, type Pair, type PriceLevel } from '@accord/protocol'
import { DexClient, type ShownOrderBook } from '@accord/sdk'
import type { Command } from 'commander'
import { parseWholeNumber } from './arguments.ts'
import type { Context } from './context.ts'
import { UsageError } from './errors.ts'
import { readNetworkFile } from './network/network-file.ts'
import type { Paint } from './terminal/paint.ts'
import { formatTable } from './terminal/table.ts'
import { show } from './terminal/terminal.ts'

type BookArguments = { service?: string; data?: string; depth: string; json?: boolean }

/** `accord book`: the public order books; it needs no key. */
export function addBookCommand(program: Command, { terminal, env }: Context): void {
	program
		.command('book')
		.description('the order book of a pair, or the best prices of every pair')
		.argument('[pair]', 'base and quote: XRD/xUSDC')
		.option('--service <url>', 'the Trade API of a service (ACCORD_SERVICE_URL; default: the local network’s)')
		.option('--data <directory>', 'the data directory of the local network (ACCORD_DATA, default .accord)')
		.option('--depth <number>', 'levels per side', '10')
		.option('--json', 'print JSON')
		.addHelpText('after', '\nExamples:\n  accord book\n  accord book XRD/xUSDC --depth 5')
		.action(async (wanted: string | undefined, given: BookArguments) => {
			const depth = parseWholeNumber('--depth', given.depth, { min: 1, max: bookLevelsMax })
			const client = new DexClient({ baseUrl: serviceUrl(given, env) })
			const pairs = await client.tokenPairs()
			const pair = wanted === undefined ? undefined : findPair(pairs, wanted)
			if (pair === undefined) {
				const books = await Promise.all(pairs.map(one => client.orderBook(one, { depth })))
				const value = { books: books.map(bookJson) }
				return show(terminal, { json: given.json, value, lines: paint => describeBooks(books, paint) })
			}
			const book = await client.orderBook(pair, { depth })
			show(terminal, { json: given.json, value: bookJson(book), lines: paint => describeBook(book, paint) })
		})
}

function bookJson(book: ShownOrderBook) {
	return { ...OrderBook.format(book), sequence: book.sequence, timestamp_ms: book.atMs }
}

/** The Trade API that a public command asks: the one named, or the local network's. */
export function serviceUrl({ service, data }: Pick<BookArguments, 'service' | 'data'>, env: NodeJS.ProcessEnv): string {
	const url = service ?? env.ACCORD_SERVICE_URL
	if (url !== undefined && url !== '') return url
	return readNetworkFile(resolve(join(data ?? env.ACCORD_DATA ?? '.accord', 'network.json'))).baseUrl
}

function findPair(pairs: readonly Pair[], wanted: string): Pair {
	const [base, quote] = wanted.split('/').map(symbol => symbol.toLowerCase())
	const pair = pairs.find(one => one.base.toLowerCase() === base && one.quote.toLowerCase() === quote)
	if (pair !== undefined) return pair
	throw new UsageError(
		`${wanted} is not a traded pair; the pairs are: ${pairs.map(one => `${one.base}/${one.quote}`).join(', ')}`,
	)
}

/** Asks above, bids below, the best prices in the middle. */
function describeBook({ pair, bids, asks }: ShownOrderBook, paint: Paint): string[] {
	const row = (side: string, { price, amount }: PriceLevel) => [side, Decimal.format(price), Decimal.format(amount)]
	const rows = [
		...asks.map(level => row(paint.red('ask'), level)).toReversed(),
		['', paint.dim(spreadText({ bids, asks })), ''],
		...bids.map(level => row(paint.green('bid'), level)),
	]
	const columns = ['', { number: `PRICE (${pair.quote})` }, { number: `AMOUNT (${pair.base})` }]
	return formatTable(columns, rows, paint)
}

function describeBooks(books: readonly ShownOrderBook[], paint: Paint): string[] {
	const best = ([level]: readonly PriceLevel[]) =>
		level === undefined ? ['none', ''] : [Decimal.format(level.price), Decimal.format(level.amount)]
	const rows = books.map(({ pair, bids, asks }) => {
		const [bid = '', bidAmount = ''] = best(bids)
		const [ask = '', askAmount = ''] = best(asks)
		return [`${pair.base}/${pair.quote}`, bidAmount, bid, ask, askAmount, `${bids.length} + ${asks.length}`]
	})
	const columns = [
		'PAIR',
		{ number: 'AMOUNT' },
		{ number: 'BEST BID' },
		{ number: 'BEST ASK' },
		{ number: 'AMOUNT' },
		{ number: 'LEVELS' },
	]
	return formatTable(columns, rows, paint)
}

const hundred = Decimal.fromInteger(100)

function spreadText({ bids: [bid], asks: [ask] }: Pick<ShownOrderBook, 'bids' | 'asks'>): string {
	if (bid === undefined || ask === undefined) return 'one side only'
	const spread = Decimal.subtract(ask.price, bid.price)
	const percent = Decimal.roundUp(Decimal.divUp(Decimal.mulUp(spread, hundred), ask.price), 2)
	return `spread ${Decimal.format(spread)} (${Decimal.format(percent)} %)`
}
