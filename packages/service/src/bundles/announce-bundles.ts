import type { Bus } from '../bus/bus.ts'
import type { HandOver } from '../db/together.ts'

type Published = {
	/** The hashes of the orders. */
	readonly published: readonly string[]
	/** Hands bundles that were read in the same transaction as the write to solvers waiting for the next one. */
	readonly handOver: HandOver<boolean> | undefined
}

/** Announces written bundles. */
export function announceBundles(bus: Pick<Bus, 'publish'>, { published, handOver }: Published): void {
	const isHandedOver = handOver?.() === true
	if (published.length > 0) bus.publish('bundle', isHandedOver ? { isHandedOver } : {})
}
