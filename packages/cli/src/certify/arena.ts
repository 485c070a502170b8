import { keyPairFromPrivateKey, readSignedLimitOrder, requireTerms, signSubintent } from '@accord/ledger'
import {
	type Amount,
	Decimal,
	exactDown,
	exactValue,
	type NetworkFile,
	type Pair,
	type Side,
	TradeError,
} from '@accord/protocol'
import { DexClient, type TradeOutcome } from '@accord/sdk'
import { checkSubintent } from '@accord/sdk/codec'
import type { MakerLine } from './maker-line.ts'
import type { MakerProgram } from './maker-program.ts'
import { type Json, type Message, must, within } from './message.ts'

/** How long a maker may need to come back, and a trade to settle. */
const comesBackMs = 30_000
const asksMs = 5_000

type Level = { readonly price: Decimal; readonly amount: Decimal }
export type MakerBook = { readonly pair: Pair; readonly bids: readonly Level[]; readonly asks: readonly Level[] }

/** One thing that a maker must do, or must never do. */
export type Case = {
	readonly name: string
	/** @throws Error saying what the maker did instead */
	readonly run: (arena: Arena) => Promise<void> | void
}

/** What the maker signed for an order. */
export type SignedFill = {
	readonly id: string
	readonly subintentId: string
	readonly sell: Amount
	readonly buy: Amount
	readonly maxTimestampS: number | undefined
}

/** A maker at work on a network of its own, users who trade with it, and its line, which the cases disturb. */
export class Arena {
	readonly line: MakerLine
	readonly program: MakerProgram
	readonly network: NetworkFile
	readonly dex: DexClient
	#users = 0

	constructor(parts: { readonly line: MakerLine; readonly program: MakerProgram; readonly network: NetworkFile }) {
		this.line = parts.line
		this.program = parts.program
		this.network = parts.network
		this.dex = new DexClient({ baseUrl: parts.network.baseUrl })
	}

	/** What the maker sent by this method, since a number of messages. */
	said(method: string, since = 0): Json[] {
		return this.line.sessions.said.slice(since).flatMap(({ body }) => (body.method === method ? [body.params] : []))
	}

	/** What the service sent by this method, since a number of messages. */
	told(method: string, since = 0): Json[] {
		return this.line.sessions.told.slice(since).flatMap(({ body }) => (body.method === method ? [body.params] : []))
	}

	/** The two sides' numbers of messages so far. */
	mark(): { readonly said: number; readonly told: number } {
		const { said, told } = this.line.sessions
		return { said: said.length, told: told.length }
	}

	/** The maker's first pair with both sides, as it said last. */
	book(since = 0): MakerBook | undefined {
		const books = this.said('platform.price_books.on_change', since)
		const pairs = new Set(books.map(({ pair }) => `${pair?.base}/${pair?.quote}`))
		for (const name of pairs) {
			const last = books.findLast(({ pair }) => `${pair?.base}/${pair?.quote}` === name)
			if (last?.bids?.length > 0 && last?.asks?.length > 0)
				return { pair: last.pair, bids: levelsOf(last.bids), asks: levelsOf(last.asks) }
		}
		return undefined
	}

	/** Waits until the maker has a session, both streams and a book that the service shows. */
	async ready(since = this.mark().said): Promise<MakerBook> {
		const { sessions } = this.line
		await within(comesBackMs, 'a new session', () => sessions.count > 0)
		const book = await within(comesBackMs, 'a book with both sides', () => this.book(since))
		await within(
			asksMs,
			'the stream of new orders',
			() => this.said('platform.new_orders.start_stream', since).length > 0,
		)
		for (const endMs = Date.now() + comesBackMs; ; await new Promise(resolve => setTimeout(resolve, 100))) {
			const shown = await this.dex.orderBook(book.pair)
			if (shown.bids.length > 0 && shown.asks.length > 0) return book
			must(Date.now() < endMs, 'the service does not show the book')
		}
	}

	/** A user's order for a share of the best level, followed to its end. */
	async trade(
		side: Side,
		{ share = '0.01', slippage = '0', exact = 'base' }: TradeOptions = {},
	): Promise<TradeOutcome> {
		const book = this.book()
		must(book !== undefined, 'there is no book')
		const [level] = book[side]
		must(level !== undefined, `the book has no ${side}`)
		const { base, quote } = book.pair
		const size = multiplied(level.amount, Decimal.parse(share))
		const [symbol, other, whole] = exact === 'base' ? [base, quote, size] : [quote, base, multiplied(size, level.price)]
		const amount: Amount = { symbol, amount: Decimal.roundDown(whole, this.#places(symbol)) }
		const isSold = (side === 'bids') === (exact === 'base')
		const user = this.network.users[this.#users++ % this.network.users.length]
		must(user !== undefined, 'the network has no users')
		return await this.dex.trade({
			...(isSold ? { sell: amount, buy: other } : { sell: other, buy: amount }),
			anyPrice: true,
			slippage,
			account: user.address,
			expiresInSeconds: 30,
			sign: async toSign => {
				const subintent = await checkSubintent(toSign, this.network.signerTerms)
				const { networkId } = this.network
				return signSubintent({ subintent, keyPairs: [keyPairFromPrivateKey(user)], networkId }).signedPartialTransaction
			},
		})
	}

	/**
	 * A trade that has to settle, at the second attempt at the latest: the machine may have stalled for a deadline, or for so
	 * long that the maker withdrew its book.
	 */
	async settles(side: Side, options: TradeOptions = {}): Promise<void> {
		let ended = ''
		for (let attempts = 0; attempts < 2; attempts++) {
			await this.ready(0)
			ended = await this.trade(side, options).then(
				({ status }) => status.state,
				error => {
					if (error instanceof TradeError) return error.code
					throw error
				},
			)
			if (ended === 'settled') return
		}
		throw new Error(`the order ended ${ended}, twice`)
	}

	/** The fills that the maker sent since, by order. */
	fills(since = 0): SignedFill[] {
		return this.said('platform.fills.fill', since).map(params => {
			const signed = readSignedLimitOrder(params.signed_partial_transaction, this.network.networkId)
			const { sell, buy } = requireTerms(signed)
			const amountOf = ({ resource, amount }: typeof sell) => ({ symbol: this.#symbol(resource), amount })
			const { maxTimestampS } = signed.header
			return {
				id: params.order_id,
				subintentId: signed.subintentId,
				sell: amountOf(sell),
				buy: amountOf(buy),
				maxTimestampS,
			}
		})
	}

	/** The wire's orders since, as the maker was told them. */
	orders(since = 0): Message['body'][] {
		return this.told('platform.new_orders.new', since)
	}

	#symbol(resource: string): string {
		return this.network.tokens.find(({ resourceAddress }) => resourceAddress === resource)?.symbol ?? resource
	}

	#places(symbol: string): number {
		return this.network.tokens.find(token => token.symbol === symbol)?.divisibility ?? 18
	}
}

type TradeOptions = {
	/** Of the best level's amount. */
	readonly share?: string
	readonly slippage?: string
	/** Whose amount is exact. */
	readonly exact?: 'base' | 'quote'
}

function levelsOf(levels: readonly (readonly [string, string])[]): Level[] {
	return levels.map(([price, amount]) => ({ price: Decimal.parse(price), amount: Decimal.parse(amount) }))
}

function multiplied(a: Decimal, b: Decimal): Decimal {
	return exactDown(exactValue(a, b), 18)
}
