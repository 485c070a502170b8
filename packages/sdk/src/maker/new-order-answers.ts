import { type NewOrder, TradeError } from '@accord/protocol'

/**
 * A maker's answer to a new order: the signed fill in hex, a rejection, or undefined (the handler answers it directly, or
 * never).
 */
export type NewOrderAnswer = string | 'reject' | undefined

/**
 * Decides an order; called once for each order, however often it arrives. If it throws, the error goes to `onError` and
 * the order is not answered. A fill that the service refuses goes there, too.
 */
export type NewOrderHandler = (order: NewOrder) => NewOrderAnswer | Promise<NewOrderAnswer>

/** Whether the service accepted a fill. */
export type FillResult = { readonly subintentId: string } | { readonly error: unknown }

type Deps = {
	readonly fill: (orderId: string, signedPartialTransaction: string) => Promise<string>
	readonly reject: (orderId: string) => Promise<void>
	/** Resolves when there is a connection again, or after `withinMs`. */
	readonly connected: (withinMs: number) => Promise<void>
	readonly onFilled: ((order: NewOrder, result: FillResult) => void) | undefined
	readonly onError: (error: unknown, about: string) => void
}

type Entry = { readonly answer: Promise<NewOrderAnswer>; isBeingSent: boolean }

const rememberedMax = 10_000

/**
 * The answers to a maker's new orders. Each order is decided once. If the connection is lost, the answer is sent again on
 * the next one while the order can be filled. That is safe: the same fill always gets the same result.
 */
export class NewOrderAnswers {
	readonly #deps: Deps
	readonly #entries = new Map<string, Entry>()

	constructor(deps: Deps) {
		this.#deps = deps
	}

	/** Decides an order unless that has been done, and sends the answer unless it is already being sent. */
	async answer(order: NewOrder, handler: NewOrderHandler): Promise<void> {
		const entry = this.#entries.get(order.id) ?? this.#remember(order.id, decide(order, handler))
		if (entry.isBeingSent) return
		entry.isBeingSent = true
		try {
			await this.#send(order, await entry.answer)
		} catch (error) {
			this.#deps.onError(error, `order ${order.id}`)
		} finally {
			entry.isBeingSent = false
		}
	}

	async #send(order: NewOrder, answer: NewOrderAnswer): Promise<void> {
		if (answer === undefined) return
		if (answer === 'reject') return await this.#retry(order, () => this.#deps.reject(order.id))
		const result = await this.#retry(order, () => this.#deps.fill(order.id, answer)).then(
			subintentId => ({ subintentId }),
			error => ({ error }),
		)
		this.#deps.onFilled?.(order, result)
		if ('error' in result) throw result.error
	}

	/**
	 * Retries over lost connections until the order can no longer be filled, measured from now, since the service's clock
	 * may differ.
	 */
	async #retry<T>({ createdAtMs, fillBeforeMs }: NewOrder, send: () => Promise<T>): Promise<T> {
		const giveUpMs = performance.now() + fillBeforeMs - createdAtMs
		for (;;) {
			try {
				return await send()
			} catch (error) {
				const leftMs = giveUpMs - performance.now()
				if (!isLost(error) || leftMs <= 0) throw error
				await this.#deps.connected(leftMs)
			}
		}
	}

	#remember(orderId: string, answer: Promise<NewOrderAnswer>): Entry {
		const entry = { answer, isBeingSent: false }
		this.#entries.set(orderId, entry)
		const [oldest] = this.#entries.keys()
		if (oldest !== undefined && this.#entries.size > rememberedMax) this.#entries.delete(oldest)
		return entry
	}
}

/** Immediately, because the handler finishes with one order before it gets the next. */
async function decide(order: NewOrder, handler: NewOrderHandler): Promise<NewOrderAnswer> {
	return await handler(order)
}

/** It is unknown whether the answer arrived. */
function isLost(error: unknown): boolean {
	return error instanceof TradeError && error.code === 'connection_closed'
}
