import {
	bundleWithdrawnWire,
	identifiedBundleWire,
	type SolverMessageWire,
	solverCursorMessageWire,
	solverMethods,
} from '@accord/protocol'

/** The signed partial transactions of one trade, as hex: the user's item first, then its fills. Each wears the service's outer subintent. */
export type BundleHex = string[]

/** A trade to settle. */
export type PublishedBundle = {
	kind: 'published'
	bundleId: string
	/** The place after it in the stream: keep it to go on there. */
	cursor: string
	publishedAtMs: number
	/** The earliest expiry of its items, in seconds. */
	expiresAtS: number
	/** Of the inner subintents, in the order of `items`. */
	subintentIds: string[]
	items: BundleHex
}

/** A bundle that need not be tried any more: the ledger has decided about one of its items. */
export type WithdrawnBundle = {
	kind: 'withdrawn'
	bundleId: string
	cursor: string
	reason: 'settled' | 'expired'
	transactionId?: string
	occurredAtMs: number
}

/** Everything up to the cursor has been sent. */
export type StreamCursor = { kind: 'cursor'; cursor: string }

export type SolverEvent = PublishedBundle | WithdrawnBundle | StreamCursor

/** Reads a message of the stream with events; undefined for a method that a later version may send. @throws Error for a message that this API does not promise */
export function readSolverEvent(text: string): SolverEvent | undefined {
	const message = JSON.parse(text) as Partial<SolverMessageWire>
	switch (message.method) {
		case solverMethods.newBundle:
			return readPublished(message)
		case solverMethods.bundleWithdrawn:
			return readWithdrawn(message)
		case solverMethods.cursor:
			return { kind: 'cursor', cursor: solverCursorMessageWire.parse(message).params.cursor }
		default:
			return undefined
	}
}

function readPublished(message: unknown): PublishedBundle {
	const { bundle, params } = identifiedBundleWire.parse(message)
	return {
		kind: 'published',
		bundleId: bundle.bundle_id,
		cursor: bundle.cursor,
		publishedAtMs: bundle.published_at_ms,
		expiresAtS: bundle.expires_at,
		subintentIds: bundle.subintent_ids,
		items: params,
	}
}

function readWithdrawn(message: unknown): WithdrawnBundle {
	const { params } = bundleWithdrawnWire.parse(message)
	return {
		kind: 'withdrawn',
		bundleId: params.bundle_id,
		cursor: params.cursor,
		reason: params.reason,
		...(params.transaction_id === undefined ? {} : { transactionId: params.transaction_id }),
		occurredAtMs: params.occurred_at_ms,
	}
}
