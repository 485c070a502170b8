import type { ReadinessCheck } from '../service/service-info.ts'

/** A node of the service as it last said of itself in the database. */
export type NodeStatus = {
	/** Random, new with each start. */
	readonly nodeId: string
	/** Whether this is the node that was asked. */
	readonly isAsked: boolean
	/** Whether it has been seen in the last 10 s. One that ended properly is not listed. */
	readonly isThere: boolean
	/** A hash of the settings that all nodes must agree on. */
	readonly fingerprint: string
	/** By the database's clock. */
	readonly startedAtMs?: number
	readonly seenMsAgo: number
	/** Absent while it starts. */
	readonly report?: NodeReport
}

/** What a node says of itself every second. */
export type NodeReport = {
	readonly version: string
	readonly url: string
	/** What it needs besides the database, which it has whenever it is seen. */
	readonly health: readonly ReadinessCheck[]
	readonly sessions: { readonly makers: number; readonly solvers: number }
	/** The makers whose books count there, those with the oldest first; at most 50. */
	readonly books: readonly MakerBookAge[]
}

/** How old the newest of a maker's books is. */
export type MakerBookAge = { readonly makerId: string; readonly pairs: number; readonly ageMs: number }
