import type { OpenNewOrder } from '../../fills/new-orders.ts'

/** A session that has started the new orders stream. */
export type NewOrderSubscriber = {
	readonly wants: (order: OpenNewOrder) => boolean
	readonly push: (order: OpenNewOrder) => void
	/** The open orders that were pushed to the session, by this stream or by those it had before. */
	readonly sent: Set<string>
}

type MakerStream = { readonly subscriptions: Set<NewOrderSubscriber>; reading: boolean; woken: boolean }

/**
 * Sends every open order of a maker once to each of that maker's sessions that wants it. Orders that were open when the
 * stream started and later ones are read in the same way, so that a lost or repeated wake never loses or repeats an order.
 */
export class NewOrderStreams {
	readonly #openNewOrders: (makerId: string) => Promise<readonly OpenNewOrder[]>
	readonly #onError: (error: unknown) => void
	readonly #makers = new Map<string, MakerStream>()

	constructor(options: {
		openNewOrders: (makerId: string) => Promise<readonly OpenNewOrder[]>
		onError: (error: unknown) => void
	}) {
		this.#openNewOrders = options.openNewOrders
		this.#onError = options.onError
	}

	/** Starts the stream of one session; the returned function stops it. */
	subscribe(makerId: string, subscriber: NewOrderSubscriber): () => void {
		const maker = this.#makers.get(makerId) ?? { subscriptions: new Set(), reading: false, woken: false }
		this.#makers.set(makerId, maker)
		maker.subscriptions.add(subscriber)
		this.wake(makerId)
		return () => {
			maker.subscriptions.delete(subscriber)
			if (maker.subscriptions.size === 0 && this.#makers.get(makerId) === maker) this.#makers.delete(makerId)
		}
	}

	/** Reports that the maker may have a new order. */
	wake(makerId: string): void {
		const maker = this.#makers.get(makerId)
		if (maker === undefined) return
		maker.woken = true
		if (!maker.reading) void this.#read(makerId, maker)
	}

	wakeAll(): void {
		for (const makerId of this.#makers.keys()) this.wake(makerId)
	}

	async #read(makerId: string, maker: MakerStream): Promise<void> {
		maker.reading = true
		try {
			while (maker.woken && maker.subscriptions.size > 0) {
				// What is announced together, as the orders of a batch are, is read together.
				await undefined
				maker.woken = false
				const orders = await this.#openNewOrders(makerId)
				for (const subscription of maker.subscriptions) sendUnsent(subscription, orders)
			}
		} catch (error) {
			this.#onError(error)
		} finally {
			maker.reading = false
		}
	}
}

function sendUnsent({ sent, wants, push }: NewOrderSubscriber, orders: readonly OpenNewOrder[]): void {
	// An order that is no longer open never opens again, so only the open ones need remembering.
	const open = new Set(orders.map(({ id }) => id))
	for (const id of sent) if (!open.has(id)) sent.delete(id)
	for (const order of orders) {
		if (sent.has(order.id) || !wants(order)) continue
		sent.add(order.id)
		push(order)
	}
}
