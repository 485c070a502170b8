import {
	CheckedFill,
	Composed,
	type ComposedFill,
	Composition,
	FillToCheck,
	type FillToCompose,
	type Form,
	type MakerBookStatus,
	MakerBookStatuses,
	MakerLimits,
	type MakerOrder,
	MakerOrderPage,
	type MakerPause,
	MakerPauses,
	MakerPerformance,
	MakerStats,
	type OrderSource,
	type Pair,
	type PartState,
	pairForm,
	requireArguments,
	textForm,
} from '@accord/protocol'
import { type DecimalLike, toDecimal } from '../transport/amount-like.ts'
import { ConnectionError } from '../transport/connection-error.ts'
import { TradeApi, type TradeApiOptions } from '../transport/trade-api.ts'
import { type OwnMinting, withMint } from './fill-mints.ts'

const idForm = textForm('the id of a new order')
const fillForm: Form = { members: { account: textForm('the address of an account'), orderId: idForm } }

/** Which of its orders a maker requests: newest first, at most `limit` (1 to 500, by default 100). */
export type MakerOrdersQuery = {
	/** Only this order. */
	readonly id?: string
	readonly state?: PartState
	readonly pair?: Pair
	readonly limit?: number
	/** The previous page's `next`. */
	readonly before?: string
}

/**
 * Reads what the service knows about a maker through the Trade API with the maker's key: its books, its orders and
 * their outcomes, and why it is paused. For Node, and for pages that the service itself serves: it refuses other
 * origins.
 */
export class MakerApi {
	readonly #api: TradeApi
	readonly #minting: OwnMinting | undefined

	/** With `instamint`, the fills made by `composeFill` mint on credit what they sell. */
	constructor({
		instamint,
		...options
	}: TradeApiOptions & { readonly apiKey: string; readonly instamint?: OwnMinting | undefined }) {
		this.#api = new TradeApi(options)
		this.#minting = instamint
	}

	/** The maker's books as the service has them, the amounts reserved, and whether orders are matched against them. */
	books(): Promise<readonly MakerBookStatus[]> {
		return this.#api.get('/maker/books', MakerBookStatuses)
	}

	/** One page of the orders that the maker was asked to fill. */
	async orders({ id, state, pair, limit, before }: MakerOrdersQuery = {}): Promise<MakerOrderPage> {
		requireArguments('orders', { 'pair?': pairForm }, { pair })
		const query = new URLSearchParams({
			...(state === undefined ? {} : { state }),
			...(pair === undefined ? {} : { base: pair.base, quote: pair.quote }),
			...(limit === undefined ? {} : { limit: String(limit) }),
			...(before === undefined ? {} : { before }),
			...(id === undefined ? {} : { id }),
		}).toString()
		return this.#api.get(`/maker/orders${query === '' ? '' : `?${query}`}`, MakerOrderPage)
	}

	/** All orders that the maker was asked to fill, page by page. */
	async *everyOrder(query: Omit<MakerOrdersQuery, 'before'> = {}): AsyncGenerator<MakerOrder, void, undefined> {
		for (let before: string | undefined; ; ) {
			const { orders, next } = await this.orders({ limit: 500, ...query, ...(before === undefined ? {} : { before }) })
			yield* orders
			if (next === undefined) return
			before = next
		}
	}

	/** The maker's last 24 hours, and how close it is to the circuit breaker. */
	stats(): Promise<MakerStats> {
		return this.#api.get('/maker/stats', MakerStats)
	}

	/**
	 * What the maker's fills of the last 24 hours were worth: volume, fees, share, lost orders, response times by hour,
	 * mark-outs; and what its open orders and fills will exchange. May be 5 s old.
	 */
	performance(): Promise<MakerPerformance> {
		return this.#api.get('/maker/performance', MakerPerformance)
	}

	/** How much of its limits the maker uses. */
	limits(): Promise<MakerLimits> {
		return this.#api.get('/maker/limits', MakerLimits)
	}

	/**
	 * Composes the maker's fill of an order, with the fees of the account's level: a manifest to compile and sign. With
	 * the option `instamint` it first mints on credit everything that it takes from the account, or only `mint` of it, if
	 * that token can be minted.
	 * @throws TradeError with the reason
	 */
	async composeFill(request: FillToCompose & { readonly mint?: DecimalLike }): Promise<ComposedFill> {
		requireArguments('composeFill', { fill: fillForm }, { fill: request })
		const { mint, ...fill } = request
		const composed = await this.#api.ask('/construction/compose', Composed, Composition.format(fill))
		if (!('fee' in composed)) throw new ConnectionError('the answer has no terms of a fill')
		if (this.#minting === undefined) return composed
		const amount = mint === undefined ? undefined : toDecimal(mint)
		return withMint(composed, this.#minting, { account: fill.account, amount })
	}

	/** Every rule that a fill of an order breaks, signed or not, and what it would cost; nothing is sent or stored. */
	async checkFill(orderId: string, source: OrderSource): Promise<CheckedFill> {
		requireArguments('checkFill', { orderId: idForm, source: { members: {} } }, { orderId, source })
		return this.#api.ask('/trade/fills/check', CheckedFill, FillToCheck.format({ orderId, source }))
	}

	/**
	 * Excludes all of the maker's books from matching until `resume`; orders already sent to the maker can still be
	 * filled. Returns the pauses in force.
	 */
	pause(reason?: string): Promise<readonly MakerPause[]> {
		return this.#api.ask('/maker/pause', MakerPauses, reason === undefined ? {} : { reason })
	}

	/**
	 * Ends the maker's own pause; a pause by the circuit breaker or the operator stays in force. Not retried: a repeat
	 * could end a pause that was requested in between. Returns the pauses still in force.
	 */
	resume(): Promise<readonly MakerPause[]> {
		return this.#api.once('POST', '/maker/resume', MakerPauses, {})
	}
}
