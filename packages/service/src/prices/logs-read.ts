/**
 * How far each maker's fill log was read here. Each settlement is an entry of its maker's log, and entries are written in the order
 * of their numbers: a node that knows one entry knows all before it, whatever its clock says.
 */
export class LogsRead {
	readonly #upTo = new Map<string, number>()

	/** 0 for a maker whose log was never read. */
	upTo(makerId: string): number {
		return this.#upTo.get(makerId) ?? 0
	}

	note(makerId: string, entry: number): void {
		if (entry > this.upTo(makerId)) this.#upTo.set(makerId, entry)
	}
}
