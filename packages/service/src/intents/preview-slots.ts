// The guarantee: there are never fewer slots than the least, nor more than the most. In between their number follows
// the Gateway: one that only is far away gets more previews at once, one that is busy gets fewer.

/** The fewest previews that may always run at once, and the most that ever may. */
export type SlotBounds = { readonly previewsAtOnce: number; readonly previewsAtOnceMax: number }

/** How many times as long as the fastest answers mean that the Gateway lets previews wait. */
const slowdownMax = 2
/** By how much the fastest answer is forgotten in each round, for a Gateway that has moved. */
const forgets = 1.1

/**
 * How many previews may run at once, by additive increase and multiplicative decrease: a round is as many answers as
 * there are slots. It adds a slot if all were taken, and halves them if even its fastest answer was slow.
 */
export class PreviewSlots {
	readonly #bounds: SlotBounds
	#count: number
	#usualMs = Number.POSITIVE_INFINITY
	#round = newRound

	constructor(bounds: SlotBounds) {
		this.#bounds = bounds
		this.#count = bounds.previewsAtOnce
	}

	get count(): number {
		return this.#count
	}

	/** Records how long a preview took, and whether no slot was free meanwhile. */
	answered(ms: number, { allTaken }: { readonly allTaken: boolean }): void {
		const { answers, fastestMs, ...round } = this.#round
		this.#round = {
			answers: answers + 1,
			fastestMs: Math.min(fastestMs, ms),
			allTaken: round.allTaken || allTaken,
		}
		if (this.#round.answers >= this.#count) this.#endRound()
	}

	/** Records a preview that the Gateway did not answer. */
	failed(): void {
		this.#halve()
		this.#round = newRound
	}

	#endRound(): void {
		const { fastestMs, allTaken } = this.#round
		if (fastestMs > slowdownMax * this.#usualMs) this.#halve()
		else if (allTaken) this.#count = Math.min(this.#count + 1, this.#bounds.previewsAtOnceMax)
		this.#usualMs = Math.min(this.#usualMs * forgets, fastestMs)
		this.#round = newRound
	}

	#halve(): void {
		this.#count = Math.max(Math.floor(this.#count / 2), this.#bounds.previewsAtOnce)
	}
}

const newRound = { answers: 0, fastestMs: Number.POSITIVE_INFINITY, allTaken: false }
