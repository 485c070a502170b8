import type { OpenBundle } from './open-bundle.ts'

/** A bundle that waits. One that failed alone is tried alone again, each time after a longer pause. */
export type WaitingBundle = OpenBundle & { failures: number; notBeforeMs: number }

const pauseMs = 500
const pauseMsMax = 4_000
const waitingMax = 10_000

/** The bundles a solver has heard of and not settled yet, the first to expire in front. */
export class BundleQueue {
	readonly #waiting = new Map<string, WaitingBundle>()

	get size(): number {
		return this.#waiting.size
	}

	/** Takes in a bundle; false when it is here already, or when too many wait. */
	add(bundle: OpenBundle): boolean {
		if (this.#waiting.has(bundle.id) || this.#waiting.size >= waitingMax) return false
		this.#waiting.set(bundle.id, { ...bundle, failures: 0, notBeforeMs: 0 })
		return true
	}

	/** Forgets a bundle: it settled, or it never can. */
	drop(id: string): void {
		this.#waiting.delete(id)
	}

	/** Notes that a bundle failed on its own. */
	failedAlone(id: string, nowMs: number): void {
		const bundle = this.#waiting.get(id)
		if (bundle === undefined) return
		const waitMs = Math.min(pauseMsMax, pauseMs * 2 ** bundle.failures)
		this.#waiting.set(id, { ...bundle, failures: bundle.failures + 1, notBeforeMs: nowMs + waitMs })
	}

	/** Leaves a bundle alone for a moment, through no fault of its own. */
	postpone(id: string, nowMs: number): void {
		const bundle = this.#waiting.get(id)
		if (bundle !== undefined) this.#waiting.set(id, { ...bundle, notBeforeMs: nowMs + pauseMs })
	}

	/** What may be tried now. */
	ready(nowMs: number): WaitingBundle[] {
		const ready = [...this.#waiting.values()].filter(({ notBeforeMs }) => notBeforeMs <= nowMs)
		return ready.sort((a, b) => a.expiresAtMs - b.expiresAtMs)
	}

	/** When something that waits may be tried next; undefined when nothing waits. */
	nextMs(): number | undefined {
		const times = [...this.#waiting.values()].map(({ notBeforeMs }) => notBeforeMs)
		return times.length === 0 ? undefined : Math.min(...times)
	}
}
