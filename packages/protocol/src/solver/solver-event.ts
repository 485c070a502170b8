import * as z from '#schema'
import { decimal, hexWire, subintentIdWire, timestampWire } from '../fields.ts'
import { fixed, list, message, named, type ValueOf } from '../message.ts'

/** The methods of the Solver API by their names on the wire. */
export const solverMethods = {
	newBundle: 'new_subintent_bundle',
	bundleWithdrawn: 'subintent_bundle_withdrawn',
	cursor: 'subintent_stream_cursor',
} as const

/**
 * A place in the solver stream; it survives restarts of either side. It is opaque to clients: it also names the
 * incarnation of the stream, so that a cursor from before a restore is refused with `log_restarted`.
 */
export const solverCursorWire = z.string().regex(/^[0-9a-z]{1,32}$/, 'a cursor of this stream, as in its messages')

/**
 * Query of /subintent-stream. With `since`, only later messages: bundles still open, and withdrawals. With `events=1`,
 * bundles carry their id and cursor, and withdrawals and cursors are sent. Without either, it is the specification's
 * stream.
 */
export const solverQueryWire = z.object({
	since: solverCursorWire.optional(),
	events: z.enum(['0', '1']).optional(),
})

const notification = <Method extends string>(method: Method) => ({
	jsonrpc: fixed('2.0'),
	id: fixed(null),
	method: fixed(method),
})

const bundle = {
	...notification(solverMethods.newBundle),
	/** Signed partial transactions as hex: the user's first, then its fills, each in the service's outer subintent. */
	items: named('params', list(hexWire, { min: 1 })),
	/**
	 * The items whose manifest begins with instructions of its own, by their inner subintents, with the cost in XRD that
	 * the service previewed. Absent if there are none: the cost of every other item is known from its manifest.
	 */
	prefixes: list(message({ subintentId: subintentIdWire, costXrd: decimal }), { min: 1 })
		.describe('The items with instructions before the fixed ones, and what each cost in the service’s preview.')
		.optional(),
}

/** Every message of /subintent-stream: one trade's wrapped items, the user's first (specification, Solver API). */
export const NewSubintentBundle = message(bundle)

/** A trade to settle. */
export type PublishedBundle = ValueOf<typeof PublishedBundle>
/**
 * The same with `events=1`: `bundle` comes alongside `params`. `expires_at` is the earliest expiry of its items, in
 * seconds.
 */
export const PublishedBundle = message({
	...bundle,
	bundle: message({
		bundleId: z.string(),
		/** The position after the bundle in the stream, from which to resume. */
		cursor: solverCursorWire,
		publishedAtMs: timestampWire,
		/** The earliest expiry of its items, in seconds since the Unix epoch. */
		expiresAtS: named('expires_at', timestampWire),
		/** The ids of the inner subintents, in the order of `items`. */
		subintentIds: list(subintentIdWire, { min: 1 }).describe('Of the inner subintents, in the order of params.'),
	}),
}).as({
	parse: ({ bundle, items, prefixes }) => {
		return { kind: 'published' as const, ...bundle, items, ...(prefixes === undefined ? {} : { prefixes }) }
	},
	format: ({ items, prefixes, ...bundle }) => ({ items, ...(prefixes === undefined ? {} : { prefixes }), bundle }),
})

/** A bundle that no longer needs settling: the ledger has decided about one of its items. */
export type WithdrawnBundle = ValueOf<typeof WithdrawnBundle>
/** With `events=1`: a bundle no longer needs settling: its order has settled or expired, or it was replaced by a bundle of the same order with other fills. */
export const WithdrawnBundle = message({
	...notification(solverMethods.bundleWithdrawn),
	params: message({
		bundleId: z.string(),
		cursor: solverCursorWire,
		reason: z.enum(['settled', 'expired', 'replaced']),
		transactionId: z.string().optional(),
		occurredAtMs: timestampWire,
	}),
}).as({ parse: ({ params }) => ({ kind: 'withdrawn' as const, ...params }), format: params => ({ params }) })

/** Everything up to the cursor has been sent. */
export type StreamCursor = ValueOf<typeof StreamCursor>
/** With `events=1`: everything up to `cursor` has been sent. Sent once after the open bundles on connecting, then every 30 s. */
export const StreamCursor = message({
	...notification(solverMethods.cursor),
	params: message({ cursor: solverCursorWire }),
}).as({ parse: ({ params }) => ({ kind: 'cursor' as const, ...params }), format: params => ({ params }) })

/** A message of the solver stream with events. */
export type SolverEvent = PublishedBundle | WithdrawnBundle | StreamCursor
