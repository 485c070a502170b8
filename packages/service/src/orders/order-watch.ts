import { type Clock, isTerminalOrderState, type OrderStatus, TradeError } from '@accord/protocol'
import type { Bus } from '../bus/bus.ts'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import { statusesByHash } from './order-status.ts'

type OrderListener = {
	/** Called once with the current status, and then whenever the order may have changed. */
	readonly changed: (status: OrderStatus) => void
	/** Called when the service stops: there will be no more calls. */
	readonly stopped: () => void
}

type OrderWatchDeps = {
	readonly db: Pick<DatabaseLanes, 'looks'>
	readonly bus: Bus
	readonly onError: (error: unknown) => void
}

const ordersPerRead = 500
const listenersMax = 16_384

/**
 * Notifies any number of listeners of order changes. The cost depends on the orders that changed, not on the listeners:
 * all orders that are due are read with one statement, when the bus announces a change and, in case a message was lost,
 * at every sweep.
 */
export class OrderWatch {
	readonly #deps: OrderWatchDeps
	readonly #listeners = new Map<string, Set<OrderListener>>()
	readonly #due = new Set<string>()
	readonly #unsubscribe: () => void
	#count = 0
	#isReading = false
	#isStopped = false

	constructor(deps: OrderWatchDeps) {
		this.#deps = deps
		this.#unsubscribe = deps.bus.subscribe('order', ({ orderHashes }) => this.#wake(orderHashes))
	}

	/**
	 * Watches an order, by its subintent hash, until the returned function is called.
	 * @throws TradeError `busy`, `shutting_down`
	 */
	watch(orderHash: string, listener: OrderListener): () => void {
		if (this.#isStopped) throw new TradeError('shutting_down')
		if (this.#count >= listenersMax) {
			throw new TradeError('busy', 'too many orders are being followed', { extra: { retry_after_s: 1 } })
		}
		const listeners = this.#listeners.get(orderHash) ?? new Set()
		this.#listeners.set(orderHash, listeners.add(listener))
		this.#count += 1
		this.#wake([orderHash])
		return () => {
			if (!listeners.delete(listener)) return
			this.#count -= 1
			if (listeners.size === 0) this.#listeners.delete(orderHash)
		}
	}

	/** Reads every watched order again. */
	sweep(): void {
		this.#wake(this.#listeners.keys())
	}

	/** Ends every watch and refuses new ones. */
	stop(): void {
		this.#isStopped = true
		this.#unsubscribe()
		const listeners = [...this.#listeners.values()].flatMap(all => [...all])
		this.#listeners.clear()
		for (const { stopped } of listeners) stopped()
	}

	#wake(orderHashes: Iterable<string>): void {
		for (const hash of orderHashes) if (this.#listeners.has(hash)) this.#due.add(hash)
		if (this.#due.size > 0 && !this.#isReading) void this.#read()
	}

	async #read(): Promise<void> {
		this.#isReading = true
		try {
			while (this.#due.size > 0) await this.#readNext()
		} catch (error) {
			// The next sweep reads the orders again.
			this.#deps.onError(error)
		} finally {
			this.#isReading = false
		}
	}

	async #readNext(): Promise<void> {
		const hashes = [...this.#due].slice(0, ordersPerRead)
		for (const hash of hashes) this.#due.delete(hash)
		for (const [hash, status] of await statusesByHash(this.#deps.db.looks, hashes)) {
			for (const { changed } of [...(this.#listeners.get(hash) ?? [])]) changed(status)
		}
	}
}

type AwaitDeps = { readonly clock: Clock; readonly orderWatch: Pick<OrderWatch, 'watch'> }

/**
 * Waits for the final state of an order; undefined if it is not reached by `untilMs`, or before the signal is aborted.
 * @throws TradeError `shutting_down`, `busy`
 */
export function awaitFinal(
	{ clock, orderWatch }: AwaitDeps,
	{ orderHash, untilMs, signal }: { orderHash: string; untilMs: number; signal: AbortSignal },
): Promise<OrderStatus | undefined> {
	const { promise, resolve, reject } = Promise.withResolvers<OrderStatus | undefined>()
	const stop = orderWatch.watch(orderHash, {
		changed: status => {
			if (isTerminalOrderState(status.state)) resolve(status)
		},
		stopped: () => reject(new TradeError('shutting_down')),
	})
	const giveUp = () => resolve(undefined)
	const cancel = clock.wakeAt(untilMs, giveUp)
	signal.addEventListener('abort', giveUp)
	return promise.finally(() => {
		stop()
		cancel()
		signal.removeEventListener('abort', giveUp)
	})
}
