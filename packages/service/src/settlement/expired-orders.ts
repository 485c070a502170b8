import type { LedgerState } from '@accord/ledger'
import type { Clock } from '@accord/protocol'
import { isLater } from '../gateway/ledger-watch.ts'
import type { PublishedOrder } from './published-table.ts'

// The guarantee: an order is reported as expired only if two conditions hold. Two answers, about different states of the
// ledger, said that it is not committed and that its bundle's expiry has passed by the ledger's clock; and our own clock
// has passed that expiry by the margin.

/** Beyond this number, expired orders are queried once more. */
const suspectedMax = 10_000

/** Decides when a published order that is not committed has expired (decision 11). */
export class ExpiredOrders {
	readonly #clock: Clock
	readonly #marginMs: number
	/** By order hash: the state of the ledger that first said so. */
	readonly #suspected = new Map<string, LedgerState>()

	/** `marginMs` is how far past an expiry our own clock must be. */
	constructor(clock: Clock, marginMs: number) {
		this.#clock = clock
		this.#marginMs = marginMs
	}

	/** Whether an order that is not committed in this state of the ledger never can be. */
	isExpired({ orderHash, expiresAtMs }: PublishedOrder, ledger: LedgerState): boolean {
		if (ledger.proposerTimestampMs < expiresAtMs || this.#clock.nowMs() < expiresAtMs + this.#marginMs) return false
		const first = this.#suspected.get(orderHash)
		if (first !== undefined) return isLater(ledger, first)
		if (this.#suspected.size >= suspectedMax) this.#suspected.clear()
		this.#suspected.set(orderHash, ledger)
		return false
	}

	/** Whether one answer has already said so. */
	isSuspected(orderHash: string): boolean {
		return this.#suspected.has(orderHash)
	}

	forget(orderHash: string): void {
		this.#suspected.delete(orderHash)
	}

	forgetAll(): void {
		this.#suspected.clear()
	}
}
