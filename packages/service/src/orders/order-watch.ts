import { type Clock, isTerminalOrderState, type OrderStatus, TradeError } from '@accord/protocol'
import type { Bus } from '../bus/bus.ts'
import type { Database } from '../db/tables.ts'
import { statusesByHash } from './order-status.ts'

/** Who follows an order. */
type OrderWatcher = {
	/** Told at first, and then whenever the order may have moved on. */
	readonly changed: (status: OrderStatus) => void
	/** The service stops: nothing more will be told. */
	readonly stopped: () => void
}

type OrderWatchDeps = { readonly db: Database; readonly bus: Bus; readonly onError: (error: unknown) => void }

const ordersPerRead = 500
const watchersMax = 16_384

/**
 * Follows orders for any number of watchers. What it costs depends on the orders that moved on, not on who watches: all
 * that are due are read in one statement, when the bus names them and, should a message be lost, at every sweep.
 */
export class OrderWatch {
	readonly #deps: OrderWatchDeps
	readonly #watchers = new Map<string, Set<OrderWatcher>>()
	readonly #due = new Set<string>()
	readonly #unsubscribe: () => void
	#count = 0
	#isReading = false
	#isStopped = false

	constructor(deps: OrderWatchDeps) {
		this.#deps = deps
		this.#unsubscribe = deps.bus.subscribe('order', ({ orderHashes }) => this.#wake(orderHashes))
	}

	/** Follows an order, by its subintent hash, until the returned function is called. @throws TradeError `busy`, `shutting_down` */
	watch(orderHash: string, watcher: OrderWatcher): () => void {
		if (this.#isStopped) throw new TradeError('shutting_down')
		if (this.#count >= watchersMax) {
			throw new TradeError('busy', 'too many orders are being followed', { extra: { retry_after_s: 1 } })
		}
		const watchers = this.#watchers.get(orderHash) ?? new Set()
		this.#watchers.set(orderHash, watchers.add(watcher))
		this.#count += 1
		this.#wake([orderHash])
		return () => {
			if (!watchers.delete(watcher)) return
			this.#count -= 1
			if (watchers.size === 0) this.#watchers.delete(orderHash)
		}
	}

	/** Reads every order that is watched once more. */
	sweep(): void {
		this.#wake(this.#watchers.keys())
	}

	/** Sends every watcher away. */
	stop(): void {
		this.#isStopped = true
		this.#unsubscribe()
		const watchers = [...this.#watchers.values()].flatMap(all => [...all])
		this.#watchers.clear()
		for (const { stopped } of watchers) stopped()
	}

	#wake(orderHashes: Iterable<string>): void {
		for (const hash of orderHashes) if (this.#watchers.has(hash)) this.#due.add(hash)
		if (this.#due.size > 0 && !this.#isReading) void this.#read()
	}

	async #read(): Promise<void> {
		this.#isReading = true
		try {
			while (this.#due.size > 0) await this.#readNext()
		} catch (error) {
			// The next sweep reads it again.
			this.#deps.onError(error)
		} finally {
			this.#isReading = false
		}
	}

	async #readNext(): Promise<void> {
		const hashes = [...this.#due].slice(0, ordersPerRead)
		for (const hash of hashes) this.#due.delete(hash)
		for (const [hash, status] of await statusesByHash(this.#deps.db, hashes)) {
			for (const { changed } of [...(this.#watchers.get(hash) ?? [])]) changed(status)
		}
	}
}

type AwaitDeps = { readonly clock: Clock; readonly orderWatch: Pick<OrderWatch, 'watch'> }

/**
 * Waits for the final state of an order, at most until `untilMs`, or until nobody wants to know any more: then nothing.
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
