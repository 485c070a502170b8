import type { Clock } from '@accord/protocol'
import type { Bus } from '../bus/bus.ts'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import type { MakerQuotes } from '../prices/maker-quotes.ts'
import { pausesInForce } from './maker-pauses.ts'

type PausedMakersDeps = {
	readonly db: Pick<DatabaseLanes, 'looks'>
	readonly clock: Clock
	readonly bus: Bus
	readonly makerQuotes: Pick<MakerQuotes, 'setPausedMakers'>
	readonly onError: (error: unknown) => void
}

/**
 * Keeps the books of paused makers out of force. The rows decide who is paused; a message only says that the rows
 * changed, and a regular refresh ends pauses that have expired. Notifies listeners when a maker's circuit breaker opens
 * or closes.
 */
export class PausedMakers {
	readonly #deps: PausedMakersDeps
	readonly #listeners = new Set<(makerId: string) => void>()
	#unsubscribe = () => {}
	/** When the breaker's pause in force began, by maker. */
	#openSinceMs: ReadonlyMap<string, number> | undefined
	#reading: Promise<void> | undefined
	#isStale = false

	constructor(deps: PausedMakersDeps) {
		this.#deps = deps
	}

	/** Reads which makers are paused, and then follows the bus. */
	async start(): Promise<void> {
		this.#unsubscribe = this.#deps.bus.subscribe('maker_pause', () => this.refresh())
		await this.#readAll()
	}

	/** Resolves when every pause written before the call is in force. */
	refresh(): Promise<void> {
		this.#isStale = true
		this.#reading ??= this.#readWhileStale()
		return this.#reading
	}

	/** Calls the listener with the maker when its breaker pauses it, and when that pause ends. */
	onBreakerChanged(listener: (makerId: string) => void): () => void {
		this.#listeners.add(listener)
		return () => this.#listeners.delete(listener)
	}

	async stop(): Promise<void> {
		this.#unsubscribe()
		await this.#reading
	}

	async #readWhileStale(): Promise<void> {
		try {
			while (this.#isStale) {
				this.#isStale = false
				await this.#readAll().catch(this.#deps.onError)
			}
		} finally {
			// Reset in the same turn that found nothing to read, so that a later request starts the next read.
			this.#reading = undefined
		}
	}

	async #readAll(): Promise<void> {
		const { makerQuotes, clock, db } = this.#deps
		const pauses = await pausesInForce(db.looks, clock.nowMs())
		makerQuotes.setPausedMakers(new Set(pauses.map(({ makerId }) => makerId)))
		const openSinceMs = new Map(
			pauses.filter(({ by }) => by === 'breaker').map(({ makerId, sinceMs }) => [makerId, sinceMs]),
		)
		const former = this.#openSinceMs ?? openSinceMs
		this.#openSinceMs = openSinceMs
		for (const makerId of new Set([...former.keys(), ...openSinceMs.keys()])) {
			if (former.get(makerId) !== openSinceMs.get(makerId)) for (const listener of this.#listeners) listener(makerId)
		}
	}
}
