import type { Bus } from '../bus/bus.ts'
import type { HandOver } from '../db/together.ts'

type Published = {
	/** The hashes of the orders. */
	readonly published: readonly string[]
	/** Gives solvers who wait for the next bundles what was read for them with the write. */
	readonly handOver: HandOver<boolean> | undefined
}

/** Tells of bundles that are written. */
export function announceBundles(bus: Pick<Bus, 'publish'>, { published, handOver }: Published): void {
	const isHandedOver = handOver?.() === true
	if (published.length > 0) bus.publish('bundle', isHandedOver ? { isHandedOver } : {})
}
