import { Decimal, type Outcome } from '@accord/protocol'
import {
	type FillExecution,
	MakerClient,
	type MakerClientOptions,
	type NewOrder,
	type NewOrderAnswer,
	type NewOrdersOptions,
} from '@accord/sdk/maker'
import { type BookText, readBook, shownBook } from './book-text.ts'
import type { TestMakerAccount, TestNetwork } from './test-network.ts'
import { type SignedOrder, type SignOptions, signLimitOrder } from './test-user.ts'
import { until, untilEqual } from './until.ts'

export type TestMakerOptions = {
	/** Its answer to an order: by default it fills at once. */
	answer?: (order: NewOrder, maker: TestMaker) => NewOrderAnswer | Promise<NewOrderAnswer>
	books?: BookText[]
	/** Where in its fill log it starts reading. */
	executionsFrom?: number
	fillExpiresInS?: number
	/** On which terms it takes new orders. */
	terms?: NewOrdersOptions
	/** Further options of its client. */
	client?: Partial<MakerClientOptions>
}

/** Never answers: for a silent maker, or one whose fills the test sends itself. */
export const silent = (): undefined => undefined

/** A test's maker: it records everything it receives, and answers orders as the test specifies. */
export class TestMaker {
	readonly account: TestMakerAccount
	readonly client: MakerClient
	/** All orders it was asked to fill. */
	readonly newOrders: NewOrder[] = []
	/** Its fill log, as received. */
	readonly executions: FillExecution[] = []
	/** Errors that no caller awaits: refused fills, for instance. */
	readonly errors: unknown[] = []
	readonly #network: TestNetwork
	readonly #level: number
	readonly #fillExpiresInS: number
	readonly #executionsFrom: number
	readonly #books = new Map<string, BookText>()

	constructor(
		network: TestNetwork,
		options: Pick<TestMakerOptions, 'client'> & {
			account: TestMakerAccount
			level: number
			fillExpiresInS: number
			executionsFrom: number
		},
	) {
		this.#network = network
		this.account = options.account
		this.#level = options.level
		this.#fillExpiresInS = options.fillExpiresInS
		this.#executionsFrom = options.executionsFrom
		this.client = new MakerClient({
			flashUrl: network.flashUrl,
			apiKey: options.account.apiKey,
			onError: error => this.errors.push(error),
			nowMs: () => network.clock.nowMs(),
			...options.client,
		})
	}

	/** Signs the requested fill, or something else. */
	sign(order: Pick<NewOrder, 'fill'>, options: SignOptions = {}): SignedOrder {
		const asked = { role: 'maker' as const, level: this.#level, expiresInS: this.#fillExpiresInS }
		return signLimitOrder(this.#network, this.account, order.fill, { ...asked, ...options })
	}

	/** Signs and sends the requested fill; returns its subintent id. */
	fill(order: NewOrder, options: SignOptions = {}): Promise<string> {
		return this.client.fill(order.id, this.sign(order, options).signedPartialTransaction)
	}

	/** The n-th order it is asked to fill (the first is 1), once it has arrived. */
	async asked(n = 1): Promise<NewOrder> {
		await until(`order ${n} to reach ${this.account.name}`, () => this.newOrders.length >= n)
		return this.newOrders[n - 1] as NewOrder
	}

	/**
	 * Waits until the entries read from its fill log are these, in order and numbered without a hole: `started`, or how a
	 * fill ended.
	 */
	async told(changes: ('started' | Outcome)[]): Promise<void> {
		const wanted = changes.map((change, at) => `${this.#executionsFrom + at} ${change}`)
		const received = () =>
			this.executions.map(({ sequenceNumber, outcome }) => `${sequenceNumber} ${outcome ?? 'started'}`)
		await untilEqual(`the fill log of ${this.account.name}`, received, wanted)
	}

	/** Offers a book, once there is a connection, and waits until the service shows all of its prices. */
	async quote(book: BookText): Promise<void> {
		this.#books.set(book.pair, book)
		await this.client.connect()
		this.client.setPriceBook(readBook(book))
		await this.client.ping()
		const prices = pricesOf(book)
		await until(`the book of ${book.pair}`, async () => {
			const shown = pricesOf(await shownBook(this.#network.dex, book.pair))
			return prices.every(price => shown.includes(price))
		})
	}

	/** Withdraws its books, waits until the service shows none of their prices, and disconnects. */
	async leave(): Promise<void> {
		for (const book of this.#books.values()) {
			this.client.setPriceBook(readBook({ pair: book.pair }))
			const prices = pricesOf(book)
			await until(`the book of ${book.pair} to go`, async () => {
				const shown = pricesOf(await shownBook(this.#network.dex, book.pair))
				return !prices.some(price => shown.includes(price))
			})
		}
		this.disconnect()
	}

	disconnect(): void {
		this.client.close()
	}

	/** Connects and starts both streams. */
	async connect(answer: NonNullable<TestMakerOptions['answer']>, terms: NewOrdersOptions = {}): Promise<void> {
		await this.client.connect()
		this.client.onNewOrder(order => {
			this.newOrders.push(order)
			return answer(order, this)
		}, terms)
		this.#keepExecutions().catch(error => this.errors.push(error))
		await this.client.ping()
	}

	async #keepExecutions(): Promise<void> {
		const log = this.client.fillExecutions({ from: this.#executionsFrom })
		for await (const entry of log) this.executions.push(entry)
	}
}

/** Connects a maker, starts both of its streams and offers its books. */
export async function connectMaker(
	network: TestNetwork,
	account: TestMakerAccount | undefined,
	options: TestMakerOptions = {},
): Promise<TestMaker> {
	if (account === undefined) throw new Error('the network has no such maker')
	const { answer = (order, maker) => maker.sign(order).signedPartialTransaction } = options
	const { executionsFrom = 1, fillExpiresInS = 15, books = [] } = options
	const level = await network.dex.accountLevel(account.account)
	const { client = {} } = options
	const maker = new TestMaker(network, { account, level, fillExpiresInS, executionsFrom, client })
	network.atStop(() => maker.disconnect())
	await maker.connect(answer, options.terms)
	for (const book of books) await maker.quote(book)
	return maker
}

/** Side and price of every level, without amounts. */
function pricesOf({ bids = [], asks = [] }: BookText): string[] {
	const priceOf = (level: string) => Decimal.format(Decimal.parse(level.split(' ')[0] ?? ''))
	return [...bids.map(level => `bid ${priceOf(level)}`), ...asks.map(level => `ask ${priceOf(level)}`)]
}
