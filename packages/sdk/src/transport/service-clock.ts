/** Clocks that differ by less are taken for the same. */
const differenceMsMin = 2_000

/** This computer's clock differs from the service's, so that expiries and deadlines are misjudged. */
export class ClockError extends Error {
	override readonly name = 'ClockError'
	/** How far this computer's clock is ahead of the service's, in milliseconds; negative when it is behind. */
	readonly aheadMs: number

	constructor(aheadMs: number, options?: ErrorOptions) {
		const seconds = (Math.abs(aheadMs) / 1000).toFixed(1)
		const where = aheadMs > 0 ? 'ahead of' : 'behind'
		super(`this computer's clock is ${seconds} s ${where} the service's: synchronize it`, options)
		this.aheadMs = aheadMs
	}
}

/** Two readings of this computer's clock, and one of the service's between them, in milliseconds. */
type Reading = { readonly sentMs: number; readonly serviceMs: number; readonly answeredMs: number }

/** How far this computer's clock is ahead, and whether that is more than the answer's way can explain. */
export function compareClocks({ sentMs, serviceMs, answeredMs }: Reading): { aheadMs: number; isOff: boolean } {
	const halfWayMs = (answeredMs - sentMs) / 2
	const aheadMs = Math.round(sentMs + halfWayMs - serviceMs)
	return { aheadMs, isOff: Math.abs(aheadMs) - Math.abs(halfWayMs) > differenceMsMin }
}
