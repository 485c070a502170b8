import { z } from 'zod'
import { hexWire, subintentIdWire, timestampWire } from './primitives.ts'

/** A place in the solver stream; it survives restarts. Its form is no promise: keep it as it is. */
export const solverCursorWire = z.string().regex(/^[0-9a-z]{1,32}$/, 'a cursor of this stream')

/**
 * Query of /subintent-stream. With `since`, only what came after it: bundles still open, and withdrawals. With `events=1`,
 * bundles carry their id and cursor, and withdrawals and cursors are sent. Without both it is the specification's stream.
 */
export const solverQueryWire = z.object({
	since: solverCursorWire.optional(),
	events: z.enum(['0', '1']).optional(),
})
export type SolverQueryWire = z.infer<typeof solverQueryWire>

const notification = { jsonrpc: z.literal('2.0'), id: z.null() }

/** Every message of /subintent-stream: one trade's wrapped items, the user's first (specification, Solver API). */
export const newSubintentBundleWire = z.object({
	...notification,
	method: z.literal('new_subintent_bundle'),
	params: z.array(hexWire).min(1),
})
export type NewSubintentBundleWire = z.infer<typeof newSubintentBundleWire>

/** The same with `events=1`: `bundle` stands beside `params`. `expires_at` is the earliest expiry of its items, in seconds. */
export const identifiedBundleWire = newSubintentBundleWire.extend({
	bundle: z.object({
		bundle_id: z.string(),
		cursor: solverCursorWire,
		published_at_ms: timestampWire,
		expires_at: timestampWire,
		subintent_ids: z.array(subintentIdWire).min(1).describe('Of the inner subintents, in the order of params.'),
	}),
})
export type IdentifiedBundleWire = z.infer<typeof identifiedBundleWire>

/** With `events=1`: a bundle need not be tried any more, since its order or one of its fills has settled or expired. */
export const bundleWithdrawnWire = z.object({
	...notification,
	method: z.literal('subintent_bundle_withdrawn'),
	params: z.object({
		bundle_id: z.string(),
		cursor: solverCursorWire,
		reason: z.enum(['settled', 'expired']),
		transaction_id: z.string().optional(),
		occurred_at_ms: timestampWire,
	}),
})
export type BundleWithdrawnWire = z.infer<typeof bundleWithdrawnWire>

/** With `events=1`: everything up to `cursor` has been sent. Comes once after what stood open on connecting, then every 30 s. */
export const solverCursorMessageWire = z.object({
	...notification,
	method: z.literal('subintent_stream_cursor'),
	params: z.object({ cursor: solverCursorWire }),
})
export type SolverCursorMessageWire = z.infer<typeof solverCursorMessageWire>

/** Any message of the stream with `events=1`. */
export const solverMessageWire = z.union([
	identifiedBundleWire,
	newSubintentBundleWire,
	bundleWithdrawnWire,
	solverCursorMessageWire,
])
export type SolverMessageWire = z.infer<typeof solverMessageWire>

/** The methods of the Solver API by their names on the wire. */
export const solverMethods = {
	newBundle: 'new_subintent_bundle',
	bundleWithdrawn: 'subintent_bundle_withdrawn',
	cursor: 'subintent_stream_cursor',
} as const
