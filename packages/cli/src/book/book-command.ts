import { join, resolve } from 'node:path'
import { bookLevelsMax, formatOrderBook, type Pair } from '@accord/protocol'
import { DexClient, type ShownBook } from '@accord/sdk'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { UsageError } from '../exit-codes.ts'
import { readNetworkFile } from '../network/network-file.ts'
import { readWholeNumber } from '../operator/read-argument.ts'
import { show } from '../terminal/terminal.ts'
import { describeBook, describeBooks } from './describe-book.ts'

type BookArguments = { service?: string; data?: string; depth: string; json?: boolean }

/** `accord book`: what the service shows everybody; it needs no key. */
export function addBookCommand(program: Command, { terminal, env }: Context): void {
	program
		.command('book')
		.description('the order book of a pair, or the best prices of all of them')
		.argument('[pair]', 'base and quote: XRD/xUSDC')
		.option('--service <url>', 'the Trade API of a service (ACCORD_SERVICE_URL; default: the local network’s)')
		.option('--data <directory>', 'the folder of the local network (ACCORD_DATA, default .accord)')
		.option('--depth <number>', 'levels of each side', '10')
		.option('--json', 'print the answer as JSON')
		.addHelpText('after', '\nExamples:\n  accord book\n  accord book XRD/xUSDC --depth 5')
		.action(async (wanted: string | undefined, given: BookArguments) => {
			const depth = readWholeNumber('--depth', given.depth, { min: 1, max: bookLevelsMax })
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

function bookJson(book: ShownBook) {
	return { ...formatOrderBook(book), sequence: book.sequence, timestamp_ms: book.atMs }
}

function serviceUrl({ service, data }: BookArguments, env: NodeJS.ProcessEnv): string {
	const url = service ?? env.ACCORD_SERVICE_URL
	if (url !== undefined && url !== '') return url
	return readNetworkFile(resolve(join(data ?? env.ACCORD_DATA ?? '.accord', 'network.json'))).base_url
}

function findPair(pairs: readonly Pair[], wanted: string): Pair {
	const [base, quote] = wanted.split('/').map(symbol => symbol.toLowerCase())
	const pair = pairs.find(one => one.base.toLowerCase() === base && one.quote.toLowerCase() === quote)
	if (pair !== undefined) return pair
	throw new UsageError(
		`there is no pair ${wanted}; there are: ${pairs.map(one => `${one.base}/${one.quote}`).join(', ')}`,
	)
}
