import type { Ask, HandOver } from '../../db/together.ts'
import { type NewOrderPage, newOrdersOf, type OpenNewOrder } from '../../fills/new-orders.ts'

/** A session that has started the new orders stream. */
export type NewOrderSubscriber = {
	readonly wants: (order: OpenNewOrder) => boolean
	readonly push: (order: OpenNewOrder) => void
	/** The open orders that were pushed to the session, by this stream or by earlier ones. */
	readonly sent: Set<string>
}

type MakerStream = {
	readonly subscriptions: Set<NewOrderSubscriber>
	readonly unfollow: () => void
	reading: boolean
	woken: boolean
	/** The open orders that were read last, and the highest number among all that were read. */
	open: ReadonlySet<string>
	newest: bigint
}

/**
 * Sends every open order of a maker once to each of that maker's sessions that wants it. Orders that were open when the
 * stream started and later ones are read in the same way, so a lost or repeated wake never loses or repeats an order.
 * The transaction that writes an order may also read all of them and hand them over.
 */
export class NewOrderStreams {
	readonly #openNewOrders: (makerId: string) => Promise<NewOrderPage>
	readonly #follow: (makerId: string) => () => void
	readonly #onError: (error: unknown) => void
	readonly #makers = new Map<string, MakerStream>()

	constructor(options: {
		openNewOrders: (makerId: string) => Promise<NewOrderPage>
		/** Called while the maker has sessions here; returns what ends it. */
		follow?: (makerId: string) => () => void
		onError: (error: unknown) => void
	}) {
		this.#openNewOrders = options.openNewOrders
		this.#follow = options.follow ?? (() => () => {})
		this.#onError = options.onError
	}

	/** Starts the stream of one session; the returned function stops it. */
	subscribe(makerId: string, subscriber: NewOrderSubscriber): () => void {
		const maker = this.#makers.get(makerId) ?? emptyStream(this.#follow(makerId))
		this.#makers.set(makerId, maker)
		maker.subscriptions.add(subscriber)
		this.wake(makerId)
		return () => {
			maker.subscriptions.delete(subscriber)
			if (maker.subscriptions.size > 0 || this.#makers.get(makerId) !== maker) return
			this.#makers.delete(makerId)
			maker.unfollow()
		}
	}

	/**
	 * The open orders of those of these makers that have sessions here, requested by the transaction that wrote the
	 * orders, under its locks. A page is ignored if its maker's orders have been read since or are being read: then its
	 * orders come with the wake.
	 */
	next({ makerIds, nowMs }: { makerIds: readonly string[]; nowMs: number }): Ask<HandOver> | undefined {
		const here = makerIds.filter(makerId => this.#makers.has(makerId))
		if (here.length === 0) return undefined
		const { query, read } = newOrdersOf(here, nowMs)
		return {
			query,
			read: rows => {
				const pages = read(rows)
				return () => {
					for (const [makerId, page] of pages) this.#handOver(makerId, page)
				}
			},
		}
	}

	#handOver(makerId: string, page: NewOrderPage): void {
		const maker = this.#makers.get(makerId)
		if (maker !== undefined && !maker.reading && page.newest > maker.newest) send(maker, page)
	}

	/** Reports that the maker may have a new order; `partId` is its id, if known. */
	wake(makerId: string, partId?: string): void {
		const maker = this.#makers.get(makerId)
		if (maker === undefined || (partId !== undefined && maker.open.has(partId))) return
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
				// Orders announced together, such as those of a batch, are read together.
				await undefined
				maker.woken = false
				send(maker, await this.#openNewOrders(makerId))
			}
		} catch (error) {
			this.#onError(error)
		} finally {
			maker.reading = false
		}
	}
}

function emptyStream(unfollow: () => void): MakerStream {
	return { subscriptions: new Set(), unfollow, reading: false, woken: false, open: new Set(), newest: 0n }
}

function send(maker: MakerStream, { orders, newest }: NewOrderPage): void {
	maker.open = new Set(orders.map(({ id }) => id))
	if (newest > maker.newest) maker.newest = newest
	for (const subscription of maker.subscriptions) sendUnsent(subscription, { orders, open: maker.open })
}

type OpenOrders = { readonly orders: readonly OpenNewOrder[]; readonly open: ReadonlySet<string> }

function sendUnsent({ sent, wants, push }: NewOrderSubscriber, { orders, open }: OpenOrders): void {
	// An order that is no longer open never opens again, so only the open ones have to be remembered.
	for (const id of sent) if (!open.has(id)) sent.delete(id)
	for (const order of orders) {
		if (sent.has(order.id) || !wants(order)) continue
		sent.add(order.id)
		push(order)
	}
}
