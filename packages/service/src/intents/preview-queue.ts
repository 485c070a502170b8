import { type FeeRole, TradeError } from '@accord/protocol'

/** How many previews run beside each other, and how many of each role may wait for one. */
export type PreviewLimits = {
	readonly previewsAtOnce: number
	readonly previewsWaiting: number
	/** Of those waiting, how many may have a prefix: they take longest. */
	readonly prefixPreviewsWaiting: number
}

/** Whose intent is previewed: a maker's fill, a taker's order, or one that is only to be checked. */
export type PreviewRole = FeeRole | 'check'

/** Who waits: fills go before orders, and both before what is only checked. */
export type PreviewTurn = { readonly role: PreviewRole; readonly hasPrefix: boolean }

type Waiting = PreviewTurn & { readonly start: () => void }

/**
 * Lets a few previews run at once and the others wait, fills before orders before checks, each role in the order of
 * arrival. Each has a waiting room of its own, so that no number of orders can keep a fill out, nor one of checks an order.
 * Whoever finds it full is told `busy`.
 */
export class PreviewQueue {
	readonly #limits: PreviewLimits
	readonly #waiting: Record<PreviewRole, Waiting[]> = { maker: [], taker: [], check: [] }
	#running = 0

	constructor(limits: PreviewLimits) {
		this.#limits = limits
	}

	/** How many run, and how many wait. */
	get depth(): { readonly running: number; readonly waiting: number } {
		const { maker, taker, check } = this.#waiting
		return { running: this.#running, waiting: maker.length + taker.length + check.length }
	}

	/** Runs the work when its turn comes. @throws TradeError `busy` */
	async run<T>(turn: PreviewTurn, work: () => Promise<T>): Promise<T> {
		if (this.#running < this.#limits.previewsAtOnce) this.#running += 1
		else await this.#wait(turn)
		try {
			return await work()
		} finally {
			this.#passOn()
		}
	}

	#wait(turn: PreviewTurn): Promise<void> {
		const waiting = this.#waiting[turn.role]
		const prefixes = waiting.filter(({ hasPrefix }) => hasPrefix).length
		const isFull = waiting.length >= this.#limits.previewsWaiting
		if (isFull || (turn.hasPrefix && prefixes >= this.#limits.prefixPreviewsWaiting)) {
			throw new TradeError('busy', 'too many intents wait for their preview', { extra: { retry_after_s: 1 } })
		}
		return new Promise(start => {
			waiting.push({ ...turn, start })
		})
	}

	/** A finished preview hands its place to the next one, so that nobody slips in between. */
	#passOn(): void {
		const { maker, taker, check } = this.#waiting
		const next = maker.shift() ?? taker.shift() ?? check.shift()
		if (next === undefined) this.#running -= 1
		else next.start()
	}
}
