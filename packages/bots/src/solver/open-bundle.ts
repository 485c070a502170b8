import { type Item, readItem } from '@accord/ledger'

/** One trade as the service published it: all of its items, read. It settles whole or not at all. */
export type OpenBundle = {
	/** The id of its first order or fill: the same bundle sent again has the same one. */
	id: string
	items: readonly Item[]
	/** When the first of its items expires, in ledger time. */
	expiresAtMs: number
	/** One of its items begins with instructions of its own, whose cost nobody knows beforehand. */
	hasPrefix: boolean
}

/** Reads a bundle as it came from the service. @throws Error if an item cannot be read */
export function readBundle(hexItems: readonly string[], networkId: number): OpenBundle {
	const items = hexItems.map(hex => readItem(hex, networkId))
	const [first] = items
	if (first === undefined) throw new Error('the bundle is empty')
	const expiries = items.map(({ window }) => window.maxTimestampS ?? Number.POSITIVE_INFINITY)
	return {
		id: first.innerId,
		items,
		expiresAtMs: Math.min(...expiries) * 1000,
		hasPrefix: items.some(item => item.hasPrefix),
	}
}
