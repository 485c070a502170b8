import type { OpenNewOrder } from '../../fills/new-orders.ts'

/** A session that has started the new orders stream. */
export type NewOrderSubscriber = {
	readonly wants: (order: OpenNewOrder) => boolean
	readonly push: (order: OpenNewOrder) => void
}

type Subscription = NewOrderSubscriber & { sent: Set<string> }
type MakerStream = { readonly subscriptions: Set<Subscription>; reading: boolean; woken: boolean }

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
		const subscription = { ...subscriber, sent: new Set<string>() }
		maker.subscriptions.add(subscription)
		this.wake(makerId)
		return () => {
			maker.subscriptions.delete(subscription)
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

function sendUnsent(subscription: Subscription, orders: readonly OpenNewOrder[]): void {
	for (const order of orders) {
		if (!subscription.sent.has(order.id) && subscription.wants(order)) subscription.push(order)
	}
	// An order that is no longer open never opens again, so only the open ones need remembering.
	subscription.sent = new Set(orders.map(order => order.id))
}
