/**
 * How far this node has read each maker's fill log. Each settlement is an entry of its maker's log, and entries are
 * written in numerical order, so a node that knows one entry knows all earlier ones, whatever its clock says.
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
