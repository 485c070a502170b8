import type { LedgerState } from '@accord/ledger'
import type { Clock } from '@accord/protocol'
import { isLater } from '../gateway/ledger-watch.ts'
import type { OpenSubintent } from './published-table.ts'

// The guarantee: an intent is reported as expired only if two conditions hold. Two answers, of different states of the
// ledger, said that it is not committed and that its expiry has passed by the ledger's clock; and our own clock has
// passed its expiry by the margin.

/** Beyond this number, expired subintents are queried once more. */
const suspectedMax = 10_000

/** Decides when a published subintent that is not committed has expired (decision 11). */
export class ExpiredIntents {
	readonly #clock: Clock
	readonly #marginMs: number
	/** By subintent hash: the state of the ledger that first said so. */
	readonly #suspected = new Map<string, LedgerState>()

	/** `marginMs` is how far past an expiry our own clock must be. */
	constructor(clock: Clock, marginMs: number) {
		this.#clock = clock
		this.#marginMs = marginMs
	}

	/** Whether a subintent that is not committed in this state of the ledger never can be. */
	isExpired({ subintentHash, expiresAtMs }: OpenSubintent, ledger: LedgerState): boolean {
		if (ledger.proposerTimestampMs < expiresAtMs || this.#clock.nowMs() < expiresAtMs + this.#marginMs) return false
		const first = this.#suspected.get(subintentHash)
		if (first !== undefined) return isLater(ledger, first)
		if (this.#suspected.size >= suspectedMax) this.#suspected.clear()
		this.#suspected.set(subintentHash, ledger)
		return false
	}

	/** Whether one answer has already said so. */
	isSuspected(subintentHash: string): boolean {
		return this.#suspected.has(subintentHash)
	}

	forget(subintentHash: string): void {
		this.#suspected.delete(subintentHash)
	}

	forgetAll(): void {
		this.#suspected.clear()
	}
}
