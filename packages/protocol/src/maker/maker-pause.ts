/** Who can pause a maker: itself, the circuit breaker or the operator. */
export const pausers = ['maker', 'breaker', 'operator'] as const
export type Pauser = (typeof pausers)[number]

/** Why no order is matched against a maker's books. */
export type MakerPause = {
	readonly by: Pauser
	readonly reason?: string
	readonly sinceMs: number
	/** When it ends by itself; absent: it lasts until it is ended. */
	readonly untilMs?: number
}
