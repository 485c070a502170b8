import { type FeeRole, TradeError } from '@accord/protocol'
import { FairQueue } from '../queues/fair-queue.ts'

/** How many previews run at the same time, and how many of each role may wait. */
export type PreviewLimits = {
	readonly previewsAtOnce: number
	readonly previewsWaiting: number
	/** How many more may wait in the separate queue. */
	readonly prefixPreviewsWaiting: number
}

/** The kind of intent being previewed: a maker's fill, a taker's order, or an order that is only checked. */
export type PreviewRole = FeeRole | 'check'

/** The criteria that determine a preview's turn. */
export type PreviewJob = {
	/** Fills go before orders, and both before checks. */
	readonly role: PreviewRole
	/** The sender; clients take turns. */
	readonly client: string
	/** Set if it may take long, or may come from a stranger: such previews have a small separate queue. */
	readonly isSetApart: boolean
}

type Waiting = {
	readonly isSetApart: boolean
	readonly start: () => void
	readonly refuse: (error: TradeError) => void
}
type Queues = { readonly usual: FairQueue<Waiting>; readonly setApart: FairQueue<Waiting> }

/** While both kinds are waiting, every fourth preview of a role comes from the separate queue. */
const setApartEvery = 4

/**
 * Runs a few previews at a time while the others wait. Each role has its own queues, so orders can never delay a fill,
 * and checks can never delay an order. Clients take turns, and previews of the separate queue never take all slots. A
 * full queue refuses with `busy`.
 */
export class PreviewQueue {
	readonly #limits: PreviewLimits
	readonly #queues: Readonly<Record<PreviewRole, Queues>>
	readonly #running = { all: 0, setApart: 0 }
	#started = 0

	constructor(limits: PreviewLimits) {
		this.#limits = limits
		const queues = (): Queues => ({
			usual: new FairQueue({ capacity: limits.previewsWaiting }),
			setApart: new FairQueue({ capacity: limits.prefixPreviewsWaiting }),
		})
		this.#queues = { maker: queues(), taker: queues(), check: queues() }
	}

	/** How many are running, and how many are waiting. */
	get depth(): { readonly running: number; readonly waiting: number } {
		const waiting = Object.values(this.#queues).reduce(
			(sum, { usual, setApart }) => sum + usual.size + setApart.size,
			0,
		)
		return { running: this.#running.all, waiting }
	}

	/** Runs the preview when its turn comes. @throws TradeError `busy` */
	async run<T>(job: PreviewJob, preview: () => Promise<T>): Promise<T> {
		if (this.#hasSlot(job)) this.#take(job)
		else await this.#wait(job)
		try {
			return await preview()
		} finally {
			this.#running.all -= 1
			if (job.isSetApart) this.#running.setApart -= 1
			this.#startNext()
		}
	}

	#hasSlot({ isSetApart }: Pick<PreviewJob, 'isSetApart'>): boolean {
		const { previewsAtOnce } = this.#limits
		const { all, setApart } = this.#running
		return all < previewsAtOnce && (!isSetApart || setApart < Math.max(1, previewsAtOnce - 1))
	}

	#take({ isSetApart }: Pick<PreviewJob, 'isSetApart'>): void {
		this.#running.all += 1
		if (isSetApart) this.#running.setApart += 1
		this.#started += 1
	}

	#wait({ role, client, isSetApart }: PreviewJob): Promise<void> {
		const { usual, setApart } = this.#queues[role]
		return new Promise((start, refuse) => {
			const displaced = (isSetApart ? setApart : usual).push(client, { isSetApart, start, refuse })
			displaced?.refuse(busy())
		})
	}

	/** Hands a free slot directly to the next in the queue, so that no newcomer can take it. */
	#startNext(): void {
		const next = this.#next()
		if (next === undefined) return
		this.#take(next)
		next.start()
	}

	#next(): Waiting | undefined {
		const maySetApart = this.#hasSlot({ isSetApart: true })
		for (const { usual, setApart } of Object.values(this.#queues)) {
			const isTheirTurn = usual.size === 0 || this.#started % setApartEvery === 0
			const next = maySetApart && isTheirTurn ? (setApart.shift() ?? usual.shift()) : usual.shift()
			if (next !== undefined) return next
		}
		return undefined
	}
}

function busy(): TradeError {
	return new TradeError('busy', 'too many intents are waiting for a preview', { extra: { retry_after_s: 1 } })
}
