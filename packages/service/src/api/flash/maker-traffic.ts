import type { Pair } from '@accord/protocol'
import { pairKey } from '@accord/protocol'
import { MessageRateLimiter, type Verdict } from './message-rate-limiter.ts'

// The guarantee: whatever a maker sends, over however many sessions, costs this node at most one maker's share: its
// calls, bytes and levels are limited together, and of the books of a pair that arrive within one turn of the event
// loop only the newest is read. At most one book per pair waits.

/** The most that one maker may send to a node in a second, over all its sessions. */
export type TrafficLimits = {
	readonly messagesPerSecond: number
	readonly messageBytesPerSecond: number
	readonly priceBookLevelsPerSecond: number
}

/** What one maker sends to this node. */
export class MakerTraffic {
	readonly #calls: MessageRateLimiter
	readonly #bytes: MessageRateLimiter
	readonly #levels: MessageRateLimiter
	readonly #onSuperseded: () => void
	/** How to handle the newest book of each pair that arrived in this turn. */
	readonly #waiting = new Map<string, () => void>()

	constructor(limits: TrafficLimits, onSuperseded: () => void = () => {}) {
		this.#calls = new MessageRateLimiter({ perSecond: limits.messagesPerSecond })
		this.#bytes = new MessageRateLimiter({ perSecond: limits.messageBytesPerSecond })
		this.#levels = new MessageRateLimiter({ perSecond: limits.priceBookLevelsPerSecond })
		this.#onSuperseded = onSuperseded
	}

	/** Counts a message, which contains at least one call. */
	takeMessage(nowMs: number, bytes: number): Verdict {
		return worst(this.#bytes.take(nowMs, bytes), this.takeCall(nowMs))
	}

	/** Counts a call. Levels are known only after they have been read, so each book is counted before the next call. */
	takeCall(nowMs: number): Verdict {
		return worst(this.#calls.take(nowMs), this.#levels.take(nowMs, 0))
	}

	/** Counts the levels of a book that has been read. */
	countLevels(nowMs: number, levels: number): void {
		this.#levels.take(nowMs, levels)
	}

	/** Handles a book at the end of this turn, unless a newer one of its pair arrives before. */
	handleNewest(pair: Pair, handle: () => void): void {
		if (this.#waiting.size === 0) setImmediate(() => this.handleWaiting())
		const key = pairKey(pair)
		// The newest takes the last place: books are handled in the order in which they arrived.
		if (this.#waiting.delete(key)) this.#onSuperseded()
		this.#waiting.set(key, handle)
	}

	/** Handles the books that wait, before anything that arrived after them. */
	handleWaiting(): void {
		const waiting = [...this.#waiting.values()]
		this.#waiting.clear()
		for (const handle of waiting) handle()
	}
}

const bySeverity: readonly Verdict[] = ['pass', 'refuse', 'disconnect']

function worst(one: Verdict, other: Verdict): Verdict {
	return bySeverity.indexOf(one) > bySeverity.indexOf(other) ? one : other
}
