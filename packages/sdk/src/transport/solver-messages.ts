import { bundleWithdrawnWire, identifiedBundleWire, solverCursorMessageWire, solverMethods } from '@accord/protocol'
import type { BundleHex, PublishedBundle, SolverEvent, WithdrawnBundle } from '../solver/solver-event.ts'

/** Reads a message of the stream with events; undefined for a method of a later version. @throws Error for an invalid message */
export function readSolverEvent(text: string): SolverEvent | undefined {
	const message: { method?: unknown } = JSON.parse(text)
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

/** Reads a bundle of the specification's stream; undefined for any other message, which a later version may send. */
export function readBundle(text: string): BundleHex | undefined {
	try {
		const message: { method?: unknown; params?: unknown } = JSON.parse(text)
		if (message.method !== solverMethods.newBundle || !Array.isArray(message.params)) return undefined
		return message.params.every(item => typeof item === 'string') ? message.params : undefined
	} catch {
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
