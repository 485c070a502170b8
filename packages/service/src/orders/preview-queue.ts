import { type FeeRole, TradeError } from '@accord/protocol'

/** How many previews run beside each other, and how many of each role may wait for one. */
export type PreviewLimits = {
	readonly previewsAtOnce: number
	readonly previewsWaiting: number
	/** Of those waiting, how many may have a prefix: they take longest. */
	readonly prefixPreviewsWaiting: number
}

/** Who waits: fills (makers) go before orders (takers). */
export type PreviewTurn = { readonly role: FeeRole; readonly hasPrefix: boolean }

type Waiting = PreviewTurn & { readonly start: () => void }

/**
 * Lets a few previews run at once and the others wait, fills before orders, each role in the order of arrival. Both have
 * a waiting room of their own, so that no number of orders can keep a fill out. Whoever finds it full is told `busy`.
 */
export class PreviewQueue {
	readonly #limits: PreviewLimits
	readonly #waiting: Record<FeeRole, Waiting[]> = { maker: [], taker: [] }
	#running = 0

	constructor(limits: PreviewLimits) {
		this.#limits = limits
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
		const next = this.#waiting.maker.shift() ?? this.#waiting.taker.shift()
		if (next === undefined) this.#running -= 1
		else next.start()
	}
}
