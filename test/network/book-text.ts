import { Decimal, type OrderBook, type Pair, type PriceBook, type PriceLevel } from '@accord/protocol'
import type { DexClient } from '@accord/sdk'
import { untilEqual } from './until.ts'

/** A price book or order book in a test: `{ pair: 'XRD/xUSDC', bids: ['0.05 1000'] }`, each level `price amount`. */
export type BookText = { pair: string; bids?: string[]; asks?: string[] }

export function readBook({ pair, bids = [], asks = [] }: BookText): PriceBook {
	return { pair: readPair(pair), bids: bids.map(readLevel), asks: asks.map(readLevel) }
}

function readPair(pair: string): Pair {
	const [base = '', quote = ''] = pair.split('/')
	return { base, quote }
}

function readLevel(text: string): PriceLevel {
	const [price = '', amount = ''] = text.split(' ')
	return { price: Decimal.parse(price), amount: Decimal.parse(amount) }
}

/** The book that the service shows for a pair. */
export async function shownBook(dex: DexClient, pair: string): Promise<Required<BookText>> {
	const { bids, asks }: OrderBook = await dex.orderBook(readPair(pair))
	return { pair, bids: bids.map(writeLevel), asks: asks.map(writeLevel) }
}

function writeLevel({ price, amount }: PriceLevel): string {
	return `${Decimal.format(price)} ${Decimal.format(amount)}`
}

/** Waits until the service shows exactly this book. */
export async function untilShown({ dex }: { dex: DexClient }, { pair, bids = [], asks = [] }: BookText): Promise<void> {
	await untilEqual(`the order book of ${pair}`, () => shownBook(dex, pair), { pair, bids, asks })
}
