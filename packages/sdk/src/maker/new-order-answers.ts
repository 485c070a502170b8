import { TradeError } from '@accord/protocol'
import type { NewOrder } from './new-order.ts'

/** What a maker answers to a new order: the signed fill in hex, a plain no, or nothing (it was answered otherwise, or never will be). */
export type NewOrderAnswer = string | 'reject' | undefined

/** Decides an order; called once for each, however often it comes. */
export type NewOrderHandler = (order: NewOrder) => NewOrderAnswer | Promise<NewOrderAnswer>

type Deps = {
	fill: (orderId: string, signedPartialTransaction: string) => Promise<string>
	reject: (orderId: string) => Promise<void>
	/** Resolves when there is a connection again, or after so long. */
	connected: (withinMs: number) => Promise<void>
	onFilled: ((order: NewOrder, result: { subintentId: string } | { error: unknown }) => void) | undefined
	onError: ((error: unknown, about: string) => void) | undefined
}

type Entry = { answer: Promise<NewOrderAnswer>; isBeingGiven: boolean }

const rememberedMax = 10_000

/**
 * The answers to the orders that a maker is asked to fill. Each order is decided once. An answer whose connection is lost is
 * given again on the next one while the order can be filled, which is safe: the same fill again gets the same result.
 */
export class NewOrderAnswers {
	readonly #deps: Deps
	readonly #entries = new Map<string, Entry>()

	constructor(deps: Deps) {
		this.#deps = deps
	}

	/** Has an order decided, unless it was, and gives the answer, unless that is being done. */
	async answer(order: NewOrder, handler: NewOrderHandler): Promise<void> {
		const entry = this.#entries.get(order.id) ?? this.#remember(order.id, Promise.resolve(order).then(handler))
		if (entry.isBeingGiven) return
		entry.isBeingGiven = true
		try {
			await this.#give(order, await entry.answer)
		} catch (error) {
			this.#deps.onError?.(error, `order ${order.id}`)
		} finally {
			entry.isBeingGiven = false
		}
	}

	async #give(order: NewOrder, answer: NewOrderAnswer): Promise<void> {
		if (answer === undefined) return
		if (answer === 'reject') return await this.#persist(order, () => this.#deps.reject(order.id))
		const result = await this.#persist(order, () => this.#deps.fill(order.id, answer)).then(
			subintentId => ({ subintentId }),
			error => ({ error }),
		)
		this.#deps.onFilled?.(order, result)
	}

	/** The clocks of service and maker may differ: the window is measured from now. */
	async #persist<T>({ createdAtMs, fillBeforeMs }: NewOrder, send: () => Promise<T>): Promise<T> {
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
		const entry = { answer, isBeingGiven: false }
		this.#entries.set(orderId, entry)
		const [oldest] = this.#entries.keys()
		if (oldest !== undefined && this.#entries.size > rememberedMax) this.#entries.delete(oldest)
		return entry
	}
}

/** Nobody knows whether it arrived. */
function isLost(error: unknown): boolean {
	return error instanceof TradeError && error.code === 'connection_closed'
}
