/**
 * The signed partial transactions of one trade, in hex: the user's item first, then its fills. Each is wrapped in the service's
 * outer subintent.
 */
export type BundleHex = readonly string[]

/** A trade to settle. */
export type PublishedBundle = {
	readonly kind: 'published'
	readonly bundleId: string
	/** Where to resume the stream after this event. */
	readonly cursor: string
	readonly publishedAtMs: number
	/** The earliest expiry of its items, in seconds. */
	readonly expiresAtS: number
	/** Of the inner subintents, in the order of `items`. */
	readonly subintentIds: readonly string[]
	readonly items: BundleHex
}

/** A bundle that is no longer worth trying: the ledger has decided about one of its items. */
export type WithdrawnBundle = {
	readonly kind: 'withdrawn'
	readonly bundleId: string
	readonly cursor: string
	readonly reason: 'settled' | 'expired'
	readonly transactionId?: string
	readonly occurredAtMs: number
}

/** Everything up to the cursor has been sent. */
export type StreamCursor = { readonly kind: 'cursor'; readonly cursor: string }

/** An event of the solver stream. */
export type SolverEvent = PublishedBundle | WithdrawnBundle | StreamCursor
