import {
	type MakerBooksWire,
	type MakerLimitsWire,
	type MakerOrdersWire,
	type MakerOrderWire,
	type MakerPausesWire,
	type MakerStatsWire,
	makerBooksWire,
	makerLimitsWire,
	makerOrdersWire,
	makerPausesWire,
	makerStatsWire,
	type Pair,
	type PartState,
} from '@accord/protocol'
import { TradeApi, type TradeApiOptions } from '../transport/trade-api.ts'

/** Which of its orders a maker wants to see: newest first, at most `limit` (1 to 500, 100 when absent). */
export type MakerOrdersQuery = {
	state?: PartState
	pair?: Pair
	limit?: number
	/** The `next` of the page before. */
	before?: string
}

/**
 * What a maker sees of itself through the Trade API, with its key: what the service has of its books, what came of its orders,
 * and why it is paused. For Node: a browser is not let through. Answers are as the wire has them, amounts decimal strings.
 */
export class MakerApi {
	readonly #api: TradeApi

	constructor(options: TradeApiOptions & { apiKey: string }) {
		this.#api = new TradeApi(options)
	}

	/** Its books as the service has them, what is reserved of them, and whether orders are matched against them. */
	books(): Promise<MakerBooksWire> {
		return this.#api.get('/maker/books', makerBooksWire)
	}

	/** One page of the orders that it was asked to fill. */
	orders({ state, pair, limit, before }: MakerOrdersQuery = {}): Promise<MakerOrdersWire> {
		const query = new URLSearchParams({
			...(state === undefined ? {} : { state }),
			...(pair === undefined ? {} : { base: pair.base, quote: pair.quote }),
			...(limit === undefined ? {} : { limit: String(limit) }),
			...(before === undefined ? {} : { before }),
		}).toString()
		return this.#api.get(`/maker/orders${query === '' ? '' : `?${query}`}`, makerOrdersWire)
	}

	/** All of them, page by page. */
	async *everyOrder(query: Omit<MakerOrdersQuery, 'before'> = {}): AsyncGenerator<MakerOrderWire, void, undefined> {
		for (let before: string | undefined; ; ) {
			const { orders, next } = await this.orders({ limit: 500, ...query, ...(before === undefined ? {} : { before }) })
			yield* orders
			if (next === undefined) return
			before = next
		}
	}

	/** How it did in the last 24 hours, and how near the circuit breaker is. */
	stats(): Promise<MakerStatsWire> {
		return this.#api.get('/maker/stats', makerStatsWire)
	}

	/** How much of its limits it uses. */
	limits(): Promise<MakerLimitsWire> {
		return this.#api.get('/maker/limits', makerLimitsWire)
	}

	/** Takes all of its books out of matching, until `resume`; what was asked already can still be filled. */
	pause(reason?: string): Promise<MakerPausesWire> {
		return this.#api.ask('/maker/pause', makerPausesWire, reason === undefined ? {} : { reason })
	}

	/**
	 * Ends its own pause; one by the circuit breaker or the operator stays. Sent once: a repeat could end a pause that was
	 * asked for in between.
	 */
	resume(): Promise<MakerPausesWire> {
		return this.#api.once('POST', '/maker/resume', makerPausesWire, {})
	}
}
