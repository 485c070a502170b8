import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { Decimal } from '@accord/protocol'
import {
	precisionModes,
	type Venue,
	type VenueBook,
	type VenueMarketInfo,
	type VenueNumber,
	type VenueOrder,
} from './venue.ts'
import { readVenueNumber } from './venue-number.ts'

// A venue to try things on: it replays a recorded order book, over and over, and keeps an account to the last digit.
// The file has JSON lines: first the market in CCXT's words with the account's first balances, then books with a time.

type Recorded = {
	readonly market: VenueMarketInfo
	readonly balances: Readonly<Record<string, VenueNumber>>
	readonly books: readonly (VenueBook & { readonly timestamp: number })[]
}

type StoredOrder = {
	readonly clientOrderId: string
	readonly side: 'buy' | 'sell'
	readonly filled: Decimal
	readonly cost: Decimal
	readonly fee: Decimal
}

type Options = {
	/** Where the account is kept over restarts; in memory if absent. */
	readonly accountFile?: string
	readonly nowMs?: () => number
}

export class RecordedVenue implements Venue {
	readonly id = 'recorded'
	readonly precisionMode = precisionModes.tickSize
	readonly #recorded: Recorded
	readonly #accountFile: string | undefined
	readonly #nowMs: () => number
	readonly #startMs: number
	readonly #balances: Map<string, Decimal>
	readonly #orders = new Map<string, StoredOrder>()

	constructor(file: string, { accountFile, nowMs = Date.now }: Options = {}) {
		this.#recorded = readRecorded(file)
		this.#accountFile = accountFile
		this.#nowMs = nowMs
		this.#startMs = nowMs()
		const kept = accountFile !== undefined && existsSync(accountFile)
		const account = kept ? (JSON.parse(readFileSync(accountFile, 'utf8')) as Account) : undefined
		this.#balances = decimals(account?.balances ?? this.#recorded.balances)
		for (const { clientOrderId, side, ...amounts } of account?.orders ?? []) {
			const [filled, cost, fee] = [amounts.filled, amounts.cost, amounts.fee].map(text => Decimal.parse(text))
			if (filled !== undefined && cost !== undefined && fee !== undefined)
				this.#orders.set(clientOrderId, { clientOrderId, side, filled, cost, fee })
		}
	}

	/** The account's exact balance. */
	balance(currency: string): Decimal {
		return this.#balances.get(currency) ?? Decimal.zero
	}

	/** The ids of all orders that were executed, oldest first. */
	get orderIds(): readonly string[] {
		return [...this.#orders.keys()]
	}

	async loadMarkets(): Promise<unknown> {
		return { [this.#recorded.market.symbol]: this.#recorded.market }
	}

	market(symbol: string): VenueMarketInfo {
		const { market } = this.#recorded
		if (market.symbol !== symbol) throw new BadSymbol(`the recorded market is ${market.symbol}, not ${symbol}`)
		return market
	}

	async fetchOrderBook(symbol: string): Promise<VenueBook> {
		this.market(symbol)
		return { ...this.#book(), timestamp: this.#nowMs() }
	}

	async createOrder(
		symbol: string,
		_type: string,
		side: 'buy' | 'sell',
		amount: number,
		price?: number,
		params?: { readonly clientOrderId: string },
	): Promise<VenueOrder> {
		const market = this.market(symbol)
		const clientOrderId = params?.clientOrderId ?? ''
		if (clientOrderId === '' || this.#orders.has(clientOrderId)) throw new DuplicateOrderId(clientOrderId)
		const [wanted, bound] = [readVenueNumber(amount), readVenueNumber(price)]
		if (wanted === undefined || bound === undefined) throw new InvalidOrder('an amount and a price are needed')
		const { precision, limits } = market
		const steps = [
			[wanted, readVenueNumber(precision.amount)],
			[bound, readVenueNumber(precision.price)],
		] as const
		if (steps.some(([value, step]) => step === undefined || value % step !== 0n))
			throw new InvalidOrder(`${amount} at ${price} is not in the market’s steps`)
		if (wanted < (readVenueNumber(limits.amount?.min) ?? 0n)) throw new InvalidOrder(`${amount} is too little`)
		const { filled, cost } = this.#match(side, wanted, bound)
		const order = { clientOrderId, side, filled, cost, fee: this.#feeOf(side, { filled, cost }) }
		this.#settle(order)
		return this.#show(order)
	}

	async fetchOrder(id: string, _symbol?: string, params?: { readonly clientOrderId?: string }): Promise<VenueOrder> {
		const order = this.#orders.get(params?.clientOrderId ?? id)
		if (order === undefined) throw new OrderNotFound(params?.clientOrderId ?? id)
		return this.#show(order)
	}

	async fetchBalance(): Promise<unknown> {
		return Object.fromEntries([...this.#balances].map(([symbol, total]) => [symbol, { free: Decimal.format(total) }]))
	}

	/** The book that was recorded at this time of the replay. */
	#book(): VenueBook {
		const { books } = this.#recorded
		const [first, last] = [books[0]?.timestamp ?? 0, books.at(-1)?.timestamp ?? 0]
		const at = first + ((this.#nowMs() - this.#startMs) % (last - first + 1))
		return books.findLast(({ timestamp }) => timestamp <= at) ?? books[0] ?? { bids: [], asks: [] }
	}

	/** Takes what the book has at no worse than the price; the next order finds the recorded book again. */
	#match(side: 'buy' | 'sell', wanted: Decimal, bound: Decimal): { filled: Decimal; cost: Decimal } {
		const { bids, asks } = this.#book()
		let [left, cost] = [wanted, Decimal.zero]
		for (const level of side === 'buy' ? asks : bids) {
			const [price, offered] = [readVenueNumber(level[0]), readVenueNumber(level[1])]
			if (price === undefined || offered === undefined) continue
			if (side === 'buy' ? price > bound : price < bound) break
			const taken = Decimal.min(left, offered)
			left = Decimal.subtract(left, taken)
			cost = Decimal.add(cost, Decimal.mulUp(taken, price))
		}
		return { filled: Decimal.subtract(wanted, left), cost }
	}

	/** As at most spot venues, the fee is taken from what is received. */
	#feeOf(side: 'buy' | 'sell', { filled, cost }: { filled: Decimal; cost: Decimal }): Decimal {
		return Decimal.mulUp(side === 'buy' ? filled : cost, readVenueNumber(this.#recorded.market.taker) ?? Decimal.zero)
	}

	#settle(order: StoredOrder): void {
		const { base, quote } = this.#recorded.market
		const { side, filled, cost, fee } = order
		const bought = side === 'buy'
		const [given, got] = bought ? [quote, base] : [base, quote]
		const left = Decimal.subtract(this.balance(given), bought ? cost : filled)
		if (Decimal.isNegative(left)) throw new InsufficientFunds(`there is not enough ${given}`)
		this.#balances.set(given, left)
		this.#balances.set(got, Decimal.subtract(Decimal.add(this.balance(got), bought ? filled : cost), fee))
		this.#orders.set(order.clientOrderId, order)
		if (this.#accountFile === undefined) return
		const draft = `${this.#accountFile}.new`
		writeFileSync(draft, JSON.stringify(this.#account()))
		renameSync(draft, this.#accountFile)
	}

	#account(): Account {
		return {
			balances: Object.fromEntries([...this.#balances].map(([symbol, amount]) => [symbol, Decimal.format(amount)])),
			orders: [...this.#orders.values()].slice(-ordersKept).map(({ clientOrderId, side, filled, cost, fee }) => {
				const [filledText, costText, feeText] = [filled, cost, fee].map(Decimal.format)
				return { clientOrderId, side, filled: filledText ?? '', cost: costText ?? '', fee: feeText ?? '' }
			}),
		}
	}

	#show({ clientOrderId, side, filled, cost, fee }: StoredOrder): VenueOrder {
		const { base, quote } = this.#recorded.market
		return {
			...{ id: clientOrderId, clientOrderId, status: 'closed', filled: Decimal.format(filled) },
			...{ cost: Decimal.format(cost), fee: { cost: Decimal.format(fee), currency: side === 'buy' ? base : quote } },
		}
	}
}

/** Orders that the file of an account lists; older ones could be placed again. */
const ordersKept = 10_000

type Account = {
	readonly balances: Readonly<Record<string, string>>
	readonly orders: readonly { clientOrderId: string; side: 'buy' | 'sell'; filled: string; cost: string; fee: string }[]
}

// CCXT's errors, as far as this venue throws them.
class ExchangeError extends Error {}
class BadSymbol extends ExchangeError {}
class InsufficientFunds extends ExchangeError {}
class InvalidOrder extends ExchangeError {}
class DuplicateOrderId extends InvalidOrder {}
class OrderNotFound extends InvalidOrder {}

function decimals(amounts: Readonly<Record<string, VenueNumber>>): Map<string, Decimal> {
	return new Map(Object.entries(amounts).map(([symbol, amount]) => [symbol, readVenueNumber(amount) ?? Decimal.zero]))
}

/** @throws Error if the file is not a recording */
function readRecorded(file: string): Recorded {
	const [first = '{}', ...lines] = readFileSync(file, 'utf8').trim().split('\n')
	try {
		const { balances, ...market } = JSON.parse(first) as VenueMarketInfo & Pick<Recorded, 'balances'>
		const books = lines.map(line => JSON.parse(line) as Recorded['books'][number])
		if (books.length === 0 || market.precision === undefined) throw new Error('it has no market, or no books')
		return { market, balances, books }
	} catch (error) {
		throw new Error(`${file} is not a recorded venue: ${error instanceof Error ? error.message : String(error)}`)
	}
}
