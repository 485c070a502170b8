import { type FeeRole, TradeError } from '@accord/protocol'
import { FairQueue } from '../queues/fair-queue.ts'
import { PreviewSlots, type SlotBounds } from './preview-slots.ts'

/** How many previews run at the same time, and how many of each role may wait. */
export type PreviewLimits = SlotBounds & {
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
 * and checks can never delay an order. Clients take turns, and previews of the separate queue never take all slots, nor
 * those that the Gateway's speed adds. A full queue refuses with `busy`.
 */
export class PreviewQueue {
	readonly #limits: PreviewLimits
	readonly #queues: Readonly<Record<PreviewRole, Queues>>
	readonly #slots: PreviewSlots
	readonly #running = { all: 0, setApart: 0 }
	#started = 0

	constructor(limits: PreviewLimits) {
		this.#limits = limits
		this.#slots = new PreviewSlots(limits)
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
		const startedMs = performance.now()
		try {
			const result = await preview()
			// The others take as long as their senders want.
			if (!job.isSetApart) this.#slots.answered(performance.now() - startedMs, { allTaken: !this.#hasSlot(job) })
			return result
		} catch (error) {
			this.#slots.failed()
			throw error
		} finally {
			this.#running.all -= 1
			if (job.isSetApart) this.#running.setApart -= 1
			this.#startWaiting()
		}
	}

	#hasSlot({ isSetApart }: Pick<PreviewJob, 'isSetApart'>): boolean {
		const { all, setApart } = this.#running
		const setApartMax = Math.max(1, this.#limits.previewsAtOnce - 1)
		return all < this.#slots.count && (!isSetApart || setApart < setApartMax)
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

	/** Hands free slots directly to the next in the queue, so that no newcomer can take them. */
	#startWaiting(): void {
		while (this.#hasSlot({ isSetApart: false })) {
			const next = this.#next()
			if (next === undefined) return
			this.#take(next)
			next.start()
		}
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
