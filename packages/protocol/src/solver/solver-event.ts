/** A trade to settle (new_subintent_bundle). */
export type PublishedBundle = {
	readonly kind: 'published'
	readonly bundleId: string
	/** The place after it in the stream, from which to resume. */
	readonly cursor: string
	readonly publishedAtMs: number
	/** The earliest expiry of its items, in seconds since the Unix epoch. */
	readonly expiresAtS: number
	/** Of the inner subintents, in the order of `items`. */
	readonly subintentIds: readonly string[]
	/** Signed partial transactions as hex: the user's first, then its fills, each in the service's outer subintent. */
	readonly items: readonly string[]
}

/** A bundle that need not be settled any more: the ledger has decided about one of its items (subintent_bundle_withdrawn). */
export type WithdrawnBundle = {
	readonly kind: 'withdrawn'
	readonly bundleId: string
	readonly cursor: string
	readonly reason: 'settled' | 'expired'
	readonly transactionId?: string
	readonly occurredAtMs: number
}

/** Everything up to the cursor has been sent (subintent_stream_cursor). */
export type StreamCursor = { readonly kind: 'cursor'; readonly cursor: string }

/** A message of the solver stream with events. */
export type SolverEvent = PublishedBundle | WithdrawnBundle | StreamCursor
