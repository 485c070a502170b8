import { Decimal, type PriceBook, type PriceLevel } from '@accord/protocol'
import { type FillExecution, MakerClient, type NewOrder, type NewOrderAnswer } from '@accord/sdk/maker'
import type { TestMakerAccount, TestNetwork } from './test-network.ts'
import { type SignOptions, signLimitOrder } from './test-user.ts'
import { until } from './until.ts'

/** A price book in a test: `{ pair: 'XRD/xUSDC', bids: ['0.05 1000'], asks: [] }`, each level `price amount`. */
export type BookText = { pair: string; bids?: string[]; asks?: string[] }

/** A maker of a test: it keeps all it is told, and answers orders as the test says. */
export type TestMaker = {
	client: MakerClient
	account: TestMakerAccount
	/** All orders it was asked to fill. */
	newOrders: NewOrder[]
	/** Its fill log, as received. */
	executions: FillExecution[]
	errors: unknown[]
	/** Signs what an order asks for. */
	signFill: (order: NewOrder, options?: SignOptions) => string
	/** Offers a book and waits until the service shows it. */
	quote: (book: BookText) => Promise<void>
	close: () => void
}

export type TestMakerOptions = {
	/** What it answers to an order: fill at once by default. */
	answer?: (order: NewOrder, maker: TestMaker) => NewOrderAnswer | Promise<NewOrderAnswer>
	books?: BookText[]
	executionsFrom?: number
	fillExpiresInS?: number
}

/** Connects a maker, starts both of its streams and offers its books. */
export async function connectMaker(
	network: TestNetwork,
	account: TestMakerAccount,
	options: TestMakerOptions = {},
): Promise<TestMaker> {
	const { fillExpiresInS = 15 } = options
	const errors: unknown[] = []
	const client = new MakerClient({
		flashUrl: network.flashUrl,
		apiKey: account.apiKey,
		onError: error => errors.push(error),
		onFilled: (_, result) => 'error' in result && errors.push(result.error),
	})
	const maker: TestMaker = {
		client,
		account,
		newOrders: [],
		executions: [],
		errors,
		signFill: (order, sign = {}) =>
			signLimitOrder(network, account, order.fill, { role: 'maker', expiresInS: fillExpiresInS, ...sign })
				.signedPartialTransaction,
		quote: book => quote(network, client, book),
		close: () => client.close(),
	}
	const { answer = (order: NewOrder) => maker.signFill(order) } = options
	await client.connect()
	client.onNewOrder(order => {
		maker.newOrders.push(order)
		return answer(order, maker)
	})
	void keepExecutions(maker, options.executionsFrom ?? 1)
	for (const book of options.books ?? []) await maker.quote(book)
	return maker
}

async function keepExecutions({ client, executions }: TestMaker, from: number): Promise<void> {
	for await (const entry of client.fillExecutions({ from })) executions.push(entry)
}

async function quote({ dex }: TestNetwork, client: MakerClient, text: BookText): Promise<void> {
	const book = readBook(text)
	const before = JSON.stringify(await dex.orderBook(book.pair), replaceBigint)
	client.setPriceBook(book)
	await client.ping()
	await until(`the book of ${text.pair}`, async () => {
		const shown = JSON.stringify(await dex.orderBook(book.pair), replaceBigint)
		return shown !== before || shown === JSON.stringify(book, replaceBigint)
	})
}

function replaceBigint(_: string, value: unknown): unknown {
	return typeof value === 'bigint' ? value.toString() : value
}

function readBook({ pair, bids = [], asks = [] }: BookText): PriceBook {
	const [base = '', quote = ''] = pair.split('/')
	return { pair: { base, quote }, bids: bids.map(readLevel), asks: asks.map(readLevel) }
}

function readLevel(text: string): PriceLevel {
	const [price = '', amount = ''] = text.split(' ')
	return { price: Decimal.parse(price), amount: Decimal.parse(amount) }
}
