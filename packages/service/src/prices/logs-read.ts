/**
 * Up to which entry each maker's log of fills was read here. What settled of a maker is an entry of its log, and the entries are
 * written in the order of their numbers: whoever knows one was there after all before it, on whichever node and by whatever clock.
 */
export class LogsRead {
	readonly #upTo = new Map<string, number>()

	/** 0 for a maker of which nothing was read. */
	upTo(makerId: string): number {
		return this.#upTo.get(makerId) ?? 0
	}

	note(makerId: string, entry: number): void {
		if (entry > this.upTo(makerId)) this.#upTo.set(makerId, entry)
	}
}
