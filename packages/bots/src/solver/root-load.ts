import { type Item, itemsPerRootMax, parseInstructions, readSignedPartialTransaction } from '@accord/ledger'

// The guarantee: a root that fits is within the ledger's limits of subintents, execution units and events, unless a prefix
// uses more, and bundles with a prefix go alone. Usage is computed from the bytes that settle, with the
// highest values measured on the ledger.

/** How much of a root's limits an item uses, excluding what items share. */
export type ItemLoad = {
	readonly units: number
	readonly events: number
	/** The token that it leaves to the solver, whose deposit is shared by all items that sell it. */
	readonly sold: string
}

/** A tenth of the ledger's 100 million is kept as a margin for error. */
export const unitsPerRootMax = 90_000_000
const eventsPerRootMax = 256

// Measured, with a new vault wherever there may be one.
const root = { units: 3_500_000, events: 1 }
/** Of a token that the solver and the service receive, however many items sell it. */
const tokenSold = { units: 700_000, events: 4 }
/** Per order or fill, excluding the calls in its outer. */
const item = { units: 3_050_000, events: 7 }
/** Of a call in an outer that deposits or burns something; to mint takes one event. */
const outerCall = { units: 450_000, events: 2 }

/** What the items of an ordinary trade use: an order and its fill, bound, with surplus. */
export const usualTrade: readonly ItemLoad[] = [
	{ ...withCalls({ mints: 1, others: 3 }), sold: 'one token' },
	{ ...withCalls({ mints: 1, others: 4 }), sold: 'another token' },
]

/** What an item uses, computed from the calls in its outer. */
export function loadOf({ signedPartialTransaction, terms }: Item, networkId: number): ItemLoad {
	const steps = parseInstructions(readSignedPartialTransaction(signedPartialTransaction, networkId).instructions)
	const calls = steps.flatMap(step => (step.kind === 'call_method' ? step.method : []))
	const mints = calls.filter(method => method === 'mint').length
	return { ...withCalls({ mints, others: calls.length - mints }), sold: terms.sell.resource }
}

function withCalls({ mints, others }: { mints: number; others: number }): Omit<ItemLoad, 'sold'> {
	return {
		units: item.units + (mints + others) * outerCall.units,
		events: item.events + mints + others * outerCall.events,
	}
}

/** Whether one root can hold these items. */
export function fitsRoot(items: readonly ItemLoad[]): boolean {
	const { units, events } = rootLoad(items)
	return items.length <= itemsPerRootMax && units <= unitsPerRootMax && events <= eventsPerRootMax
}

/** What a root over these items uses. */
export function rootLoad(items: readonly ItemLoad[]): { readonly units: number; readonly events: number } {
	const tokens = new Set(items.map(({ sold }) => sold)).size
	return {
		units: items.reduce((sum, { units }) => sum + units, root.units + tokens * tokenSold.units),
		events: items.reduce((sum, { events }) => sum + events, root.events + tokens * tokenSold.events),
	}
}
