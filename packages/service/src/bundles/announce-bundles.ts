import type { Bus } from '../bus/bus.ts'
import type { HandOver } from '../db/together.ts'

type Published = {
	/** The hashes of the orders that are published for the first time. */
	readonly published: readonly string[]
	/** The hashes of those whose bundle was replaced. */
	readonly again?: readonly string[]
	/** Hands bundles that were read in the same transaction as the write to solvers waiting for the next one. */
	readonly handOver: HandOver<boolean> | undefined
}

/** Announces written bundles, and the step of their orders. */
export function announceBundles(bus: Pick<Bus, 'publish'>, { published, again = [], handOver }: Published): void {
	const isHandedOver = handOver?.() === true
	if (published.length + again.length > 0) bus.publish('bundle', isHandedOver ? { isHandedOver } : {})
	if (published.length > 0) bus.publish('order', { orderHashes: published, step: 'published' })
	if (again.length > 0) bus.publish('order', { orderHashes: again })
}
