import type { DatabaseLanes } from '../db/database-lanes.ts'
import { endLease, takeLease } from './loop-lease-table.ts'

// The guarantee: of the nodes that can, one has the lease, and another has it within 2 s once that one cannot renew it.
// It only saves work: a node that was paused may believe for a moment that it still has it, so everything done under it
// must also be right when two nodes do it at the same time.

/** Longer than two renewals; with the time until another node tries, less than 2 s. */
const leaseMs = 1_400
/** For how long a node that could not do the work leaves it to others. */
const abstainMs = 2_000

type LoopLeaseDeps = {
	readonly db: Pick<DatabaseLanes, 'own'>
	readonly nodeId: string
	/** Monotonic, in milliseconds; it continues while the process is stopped. */
	readonly nowMs?: () => number
}

/** The right to run the loops that one node is enough for. */
export class LoopLease {
	readonly #deps: LoopLeaseDeps
	readonly #nowMs: () => number
	#heldUntilMs = Number.NEGATIVE_INFINITY
	#abstainsUntilMs = Number.NEGATIVE_INFINITY

	constructor(deps: LoopLeaseDeps) {
		this.#deps = deps
		this.#nowMs = deps.nowMs ?? (() => performance.now())
	}

	get isHeld(): boolean {
		return this.#nowMs() < this.#heldUntilMs
	}

	/** Takes the lease or keeps it; to be called twice a second. Returns whether it was taken now. */
	async renew(): Promise<boolean> {
		const { db, nodeId } = this.#deps
		const nowMs = this.#nowMs()
		if (nowMs < this.#abstainsUntilMs) return false
		const wasHeld = this.isHeld
		const isHeld = await takeLease(db.own, { nodeId, forMs: leaseMs })
		this.#heldUntilMs = isHeld ? nowMs + leaseMs : Number.NEGATIVE_INFINITY
		return isHeld && !wasHeld
	}

	/** Leaves it to the other nodes, and does not take it again for 2 s. */
	async leave(): Promise<void> {
		const wasHeld = this.isHeld
		this.#heldUntilMs = Number.NEGATIVE_INFINITY
		this.#abstainsUntilMs = this.#nowMs() + abstainMs
		if (wasHeld) await endLease(this.#deps.db.own, this.#deps.nodeId)
	}
}
