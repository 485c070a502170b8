import { type Item, readItem } from '@accord/ledger'

/** A trade as published by the service, with all its items read. It settles completely or not at all. */
export type OpenBundle = {
	/** The id of its first item, which stays the same when a bundle is sent again. */
	readonly id: string
	readonly items: readonly Item[]
	/** When the first of its items expires, in ledger time. */
	readonly expiresAtMs: number
	/** One of its items begins with extra instructions, whose cost is not known in advance. */
	readonly hasPrefix: boolean
}

/**
 * A bundle waiting to be settled. One that failed alone is tried alone again, after a longer pause each time; one in a
 * root is tried again only if that root says so.
 */
export type WaitingBundle = OpenBundle & { readonly failures: number; readonly notBeforeMs: number }

const pauseMs = 500
const pauseMsMax = 4_000
const waitingMax = 10_000

/** The bundles that a solver has received but not settled yet, by expiry. */
export class BundleQueue {
	readonly #waiting = new Map<string, WaitingBundle>()

	get size(): number {
		return this.#waiting.size
	}

	/** Adds a bundle; false if it is already in the queue, or the queue is full. */
	add(bundle: OpenBundle): boolean {
		if (this.#waiting.has(bundle.id) || this.#waiting.size >= waitingMax) return false
		this.#waiting.set(bundle.id, { ...bundle, failures: 0, notBeforeMs: 0 })
		return true
	}

	/** Removes a bundle: it settled, or it never can. */
	drop(id: string): void {
		this.#waiting.delete(id)
	}

	/** Marks a bundle as part of a root: it is not ready until it is postponed. */
	hold(id: string): void {
		const bundle = this.#waiting.get(id)
		if (bundle !== undefined) this.#waiting.set(id, { ...bundle, notBeforeMs: Number.POSITIVE_INFINITY })
	}

	/** Records that a bundle failed on its own. */
	failedAlone(id: string, nowMs: number): void {
		const bundle = this.#waiting.get(id)
		if (bundle === undefined) return
		const waitMs = Math.min(pauseMsMax, pauseMs * 2 ** bundle.failures)
		this.#waiting.set(id, { ...bundle, failures: bundle.failures + 1, notBeforeMs: nowMs + waitMs })
	}

	/** Postpones a bundle for a moment, without counting a failure. */
	postpone(id: string, nowMs: number): void {
		const bundle = this.#waiting.get(id)
		if (bundle !== undefined) this.#waiting.set(id, { ...bundle, notBeforeMs: nowMs + pauseMs })
	}

	/** The bundles that may be tried now, ordered by expiry. */
	ready(nowMs: number): WaitingBundle[] {
		const ready = [...this.#waiting.values()].filter(({ notBeforeMs }) => notBeforeMs <= nowMs)
		return ready.sort((a, b) => a.expiresAtMs - b.expiresAtMs)
	}

	/** When the next bundle after this time may be tried; undefined if none is waiting. */
	nextMs(afterMs = Number.NEGATIVE_INFINITY): number | undefined {
		const times = [...this.#waiting.values()]
			.map(({ notBeforeMs }) => notBeforeMs)
			.filter(time => Number.isFinite(time) && time > afterMs)
		return times.length === 0 ? undefined : Math.min(...times)
	}
}

/** Reads a bundle in the service's format. @throws Error if an item cannot be read */
export function readBundle(hexItems: readonly string[], networkId: number): OpenBundle {
	const items = hexItems.map(hex => readItem(hex, networkId))
	const [first] = items
	if (first === undefined) throw new Error('the bundle is empty')
	const expiries = items.map(({ window }) => window.maxTimestampS ?? Number.POSITIVE_INFINITY)
	return {
		id: first.innerId,
		items,
		expiresAtMs: Math.min(...expiries) * 1000,
		hasPrefix: items.some(item => item.hasPrefix),
	}
}
