import * as z from 'zod'
import { hexWire, subintentIdWire, timestampWire } from '../fields.ts'
import type { PublishedBundle, StreamCursor, WithdrawnBundle } from '../solver/solver-event.ts'
import { omitUndefined } from './omit-undefined.ts'

/** The methods of the Solver API by their names on the wire. */
export const solverMethods = {
	newBundle: 'new_subintent_bundle',
	bundleWithdrawn: 'subintent_bundle_withdrawn',
	cursor: 'subintent_stream_cursor',
} as const

/**
 * A place in the solver stream; it survives restarts of either side. It is opaque to clients: it names the incarnation of the
 * stream, too, so that one from before a restore from a backup is refused with `log_restarted`.
 */
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

const notificationWire = { jsonrpc: z.literal('2.0'), id: z.null() }
const notification = { jsonrpc: '2.0', id: null } as const

/** Every message of /subintent-stream: one trade's wrapped items, the user's first (specification, Solver API). */
export const newSubintentBundleWire = z.object({
	...notificationWire,
	method: z.literal(solverMethods.newBundle),
	params: z.array(hexWire).min(1),
})
export type NewSubintentBundleWire = z.infer<typeof newSubintentBundleWire>

/** Reads the items of a bundle. */
export function parseBundleItems({ params }: NewSubintentBundleWire): string[] {
	return params
}

/** The message of a bundle for solvers without events. */
export function formatBundleItems(items: readonly string[]): NewSubintentBundleWire {
	return { ...notification, method: solverMethods.newBundle, params: [...items] }
}

/** The same with `events=1`, and `bundle` alongside `params`. `expires_at` is the earliest expiry of its items, in seconds. */
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

/** Reads a bundle with its id and cursor. */
export function parsePublishedBundle({ bundle, params }: IdentifiedBundleWire): PublishedBundle {
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

/** The message of a bundle for solvers with events. */
export function formatPublishedBundle(bundle: PublishedBundle): IdentifiedBundleWire {
	return {
		...formatBundleItems(bundle.items),
		bundle: {
			bundle_id: bundle.bundleId,
			cursor: bundle.cursor,
			published_at_ms: bundle.publishedAtMs,
			expires_at: bundle.expiresAtS,
			subintent_ids: [...bundle.subintentIds],
		},
	}
}

/** With `events=1`: a bundle need not be settled any more, since its order or one of its fills has settled or expired. */
export const bundleWithdrawnWire = z.object({
	...notificationWire,
	method: z.literal(solverMethods.bundleWithdrawn),
	params: z.object({
		bundle_id: z.string(),
		cursor: solverCursorWire,
		reason: z.enum(['settled', 'expired']),
		transaction_id: z.string().optional(),
		occurred_at_ms: timestampWire,
	}),
})
export type BundleWithdrawnWire = z.infer<typeof bundleWithdrawnWire>

/** Reads a withdrawal. */
export function parseWithdrawnBundle({ params }: BundleWithdrawnWire): WithdrawnBundle {
	return omitUndefined({
		kind: 'withdrawn' as const,
		bundleId: params.bundle_id,
		cursor: params.cursor,
		reason: params.reason,
		transactionId: params.transaction_id,
		occurredAtMs: params.occurred_at_ms,
	})
}

/** The message of a withdrawal. */
export function formatWithdrawnBundle(bundle: WithdrawnBundle): BundleWithdrawnWire {
	return {
		...notification,
		method: solverMethods.bundleWithdrawn,
		params: omitUndefined({
			bundle_id: bundle.bundleId,
			cursor: bundle.cursor,
			reason: bundle.reason,
			transaction_id: bundle.transactionId,
			occurred_at_ms: bundle.occurredAtMs,
		}),
	}
}

/** With `events=1`: everything up to `cursor` has been sent. Sent once after the open bundles on connecting, then every 30 s. */
export const solverCursorMessageWire = z.object({
	...notificationWire,
	method: z.literal(solverMethods.cursor),
	params: z.object({ cursor: solverCursorWire }),
})
export type SolverCursorMessageWire = z.infer<typeof solverCursorMessageWire>

/** Reads how far everything has been sent. */
export function parseStreamCursor({ params }: SolverCursorMessageWire): StreamCursor {
	return { kind: 'cursor', cursor: params.cursor }
}

/** The message that everything up to a cursor has been sent. */
export function formatStreamCursor({ cursor }: StreamCursor): SolverCursorMessageWire {
	return { ...notification, method: solverMethods.cursor, params: { cursor } }
}

/** Any message of the stream with `events=1`. */
export const solverMessageWire = z.union([
	identifiedBundleWire,
	newSubintentBundleWire,
	bundleWithdrawnWire,
	solverCursorMessageWire,
])
export type SolverMessageWire = z.infer<typeof solverMessageWire>
