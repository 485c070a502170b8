import { type JsonRpcParams, NewOrder, parseWire, StartNewOrders } from '@accord/protocol'
import { AsyncQueue } from '../transport/async-queue.ts'
import { refuseUnknown } from '../transport/known-options.ts'
import { type NewOrdersOptions, newOrdersOptions, parseNewOrdersOptions } from './maker-client-options.ts'

/** One reading of the new orders: its queue, and what it requests from the service. */
type Reading = {
	readonly orders: AsyncQueue<NewOrder>
	readonly params: JsonRpcParams
	readonly deadManTimerS?: number
}

type Source = {
	readonly isConnected: () => boolean
	/** Starts or stops the orders. Resolves with the reason if the service refuses for good. */
	readonly request: (params: JsonRpcParams) => Promise<Error | undefined>
	readonly ping: () => void
}

const ordersMax = 10_000

/**
 * The orders that a maker is asked to fill, over one connection at a time. Only one reading runs: a new one ends the
 * previous. If it has a dead-man timer, the service is pinged three times as often.
 */
export class NewOrderStream {
	readonly #source: Source
	#reading: Reading | undefined
	#pings: ReturnType<typeof setInterval> | undefined

	constructor(source: Source) {
		this.#source = source
	}

	/**
	 * Starts on the first read. At most 10,000 orders wait; beyond that the oldest is dropped.
	 * @throws TradeError `invalid_decimal`, TypeError for an unknown option; while reading, what the service refused them with
	 */
	read(
		{ signal, ...options }: NewOrdersOptions & { readonly signal?: AbortSignal },
		onTaken: (order: NewOrder) => void = () => {},
	): AsyncIterableIterator<NewOrder, void, undefined> {
		refuseUnknown('newOrders', options, newOrdersOptions)
		const params = StartNewOrders.format(parseNewOrdersOptions(options))
		const orders: AsyncQueue<NewOrder> = new AsyncQueue({
			capacity: ordersMax,
			whenFull: 'drop_oldest',
			signal,
			onTaken,
			onDemand: () => {
				if (this.#reading !== reading) this.#start(reading)
			},
			onClose: () => {
				if (this.#reading === reading) this.#stop()
			},
		})
		const { deadManTimerS } = options
		const reading: Reading = { orders, params, ...(deadManTimerS === undefined ? {} : { deadManTimerS }) }
		return orders
	}

	/** Adds an order from the service to the reading. */
	take(params: unknown): void {
		this.#reading?.orders.push(parseWire(NewOrder.schema, params))
	}

	/** Requests the orders, as on every new connection. */
	restart(): void {
		this.pause()
		if (!this.#source.isConnected() || this.#reading === undefined) return
		const { params, deadManTimerS, orders } = this.#reading
		if (deadManTimerS !== undefined) this.#pings = setInterval(() => this.#source.ping(), (deadManTimerS * 1000) / 3)
		void this.#source.request(params).then(refused => refused && orders.end(refused))
	}

	/** The dead-man timer of the reading. */
	get deadManTimerS(): number | undefined {
		return this.#reading?.deadManTimerS
	}

	/** Stops pinging: the connection is gone. */
	pause(): void {
		clearInterval(this.#pings)
	}

	/** Ends the reading. */
	end(error?: Error): void {
		this.#reading?.orders.end(error)
	}

	#start(reading: Reading): void {
		const former = this.#reading
		this.#reading = reading
		former?.orders.end()
		this.restart()
	}

	#stop(): void {
		this.#reading = undefined
		this.pause()
		if (this.#source.isConnected()) void this.#source.request({ enabled: false })
	}
}
