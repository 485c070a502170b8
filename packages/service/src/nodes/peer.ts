import type { FeedEvent, UnknownEvent } from './quote-messages.ts'

/** A change from another node, whether understood or not. */
export type HeardEvent = FeedEvent | UnknownEvent

/**
 * Which of another node's changes have arrived, in order. After a gap, nothing is applied until everything has been
 * requested again.
 */
export class Peer {
	heardAtMs: number
	/** When everything was requested from it; absent if all of its changes have arrived. */
	askedSinceMs: number | undefined
	/** When everything was last requested, and the name of the answer. */
	asked: { readonly atMs: number; readonly answer: string } | undefined
	/** Whether its books are out of force because it is silent or did not answer. */
	isDropped = false
	#sequence = 0
	#answer: HeardEvent[] = []
	#pieces = 0
	#later: { readonly sequence: number; readonly event: HeardEvent }[] = []

	/** A peer about which nothing is known yet. */
	constructor(nowMs: number) {
		this.heardAtMs = nowMs
		this.askedSinceMs = nowMs
	}

	/** Whether the change is the next one. Others are kept or will come again; `gap` says that some are missing. */
	take(sequence: number, event: HeardEvent | undefined): 'next' | 'gap' | 'known' {
		if (this.askedSinceMs !== undefined) {
			if (event !== undefined && this.#later.length < laterMax) this.#later.push({ sequence, event })
			return 'known'
		}
		if (event !== undefined && sequence === this.#sequence + 1) {
			this.#sequence = sequence
			return 'next'
		}
		if (sequence <= this.#sequence) return 'known'
		if (event !== undefined) this.#later = [{ sequence, event }]
		return 'gap'
	}

	/** Whether all of its changes are known here. */
	get isWhole(): boolean {
		return this.askedSinceMs === undefined && !this.isDropped
	}

	/** Whether nothing has come from it for too long. */
	isSilent(nowMs: number): boolean {
		return nowMs - this.heardAtMs > silentAfterMs
	}

	/** Whether its books must no longer count: it is silent, or it has not answered the request for everything in time. */
	isToDrop(nowMs: number): boolean {
		const isIncomplete = nowMs - (this.askedSinceMs ?? nowMs) > silentAfterMs
		return !this.isDropped && (this.isSilent(nowMs) || isIncomplete)
	}

	/** Starts collecting an answer. */
	ask(nowMs: number, answer: string): void {
		if (this.askedSinceMs === undefined) this.askedSinceMs = nowMs
		this.asked = { atMs: nowMs, answer }
		this.#answer = []
		this.#pieces = 0
	}

	/** Accepts a piece; false if an earlier one is missing, so that everything must be requested again. */
	takePiece(at: number, event: HeardEvent | undefined): boolean {
		if (at !== this.#pieces) return false
		this.#pieces += 1
		if (event !== undefined) this.#answer.push(event)
		return true
	}

	get answer(): readonly HeardEvent[] {
		return this.#answer
	}

	/**
	 * The complete answer was applied, up to this change; returns the changes that have arrived since, or undefined if
	 * some are missing.
	 */
	caughtUp(sequence: number): readonly HeardEvent[] | undefined {
		const later = this.#later.filter(each => each.sequence > sequence)
		this.#later = []
		this.#answer = []
		const isWhole = later.every((each, i) => each.sequence === sequence + 1 + i)
		if (!isWhole) return undefined
		this.#sequence = later.at(-1)?.sequence ?? sequence
		this.askedSinceMs = undefined
		this.asked = undefined
		this.isDropped = false
		return later.map(({ event }) => event)
	}
}

const silentAfterMs = 6_000

/** Beyond this limit the changes have a gap, and everything is requested again. */
const laterMax = 10_000
