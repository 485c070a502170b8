import { type FeeRole, TradeError } from '@accord/protocol'

/** How many previews run at once, and how many of each role may wait. */
export type PreviewLimits = {
	readonly previewsAtOnce: number
	readonly previewsWaiting: number
	/** How many of those waiting may have a prefix: they take longest. */
	readonly prefixPreviewsWaiting: number
}

/** Whose intent is previewed: a maker's fill, a taker's order, or an order that is only checked. */
export type PreviewRole = FeeRole | 'check'

/** What decides a preview's turn: fills go before orders, and both before checks. */
export type PreviewJob = { readonly role: PreviewRole; readonly hasPrefix: boolean }

type Waiting = PreviewJob & { readonly start: () => void }

/**
 * Runs a few previews at once while the others wait: fills before orders before checks, each role in order of arrival. Each
 * role has its own queue, so that orders can never keep a fill out, nor checks an order. A full queue refuses with `busy`.
 */
export class PreviewQueue {
	readonly #limits: PreviewLimits
	readonly #waiting: Record<PreviewRole, Waiting[]> = { maker: [], taker: [], check: [] }
	#running = 0

	constructor(limits: PreviewLimits) {
		this.#limits = limits
	}

	/** How many are running, and how many are waiting. */
	get depth(): { readonly running: number; readonly waiting: number } {
		const { maker, taker, check } = this.#waiting
		return { running: this.#running, waiting: maker.length + taker.length + check.length }
	}

	/** Runs the preview when its turn comes. @throws TradeError `busy` */
	async run<T>(job: PreviewJob, preview: () => Promise<T>): Promise<T> {
		if (this.#running < this.#limits.previewsAtOnce) this.#running += 1
		else await this.#wait(job)
		try {
			return await preview()
		} finally {
			this.#startNext()
		}
	}

	#wait(job: PreviewJob): Promise<void> {
		const waiting = this.#waiting[job.role]
		const prefixes = waiting.filter(({ hasPrefix }) => hasPrefix).length
		const isFull = waiting.length >= this.#limits.previewsWaiting
		if (isFull || (job.hasPrefix && prefixes >= this.#limits.prefixPreviewsWaiting)) {
			throw new TradeError('busy', 'too many intents are waiting for a preview', { extra: { retry_after_s: 1 } })
		}
		return new Promise(start => {
			waiting.push({ ...job, start })
		})
	}

	/** Hands the finished preview's slot straight to the next in the queue, so that no newcomer can take it. */
	#startNext(): void {
		const { maker, taker, check } = this.#waiting
		const next = maker.shift() ?? taker.shift() ?? check.shift()
		if (next === undefined) this.#running -= 1
		else next.start()
	}
}
