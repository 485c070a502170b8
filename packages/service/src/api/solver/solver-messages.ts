import {
	type BundleWithdrawnWire,
	formatBundleItems,
	formatPublishedBundle,
	formatStreamCursor,
	formatWithdrawnBundle,
	type IdentifiedBundleWire,
} from '@accord/protocol'
import type { SolverEvent } from '../../bundles/solver-events.ts'

/** A bundle in the specification's form: formatted once, sent to all solvers. */
export type BundleMessage = { readonly bundleNumber: number; readonly message: Buffer }

/** An entry of the solvers' log in the form with `events=1`: formatted once, sent to all solvers. */
export type EventMessage = { readonly number: number; readonly message: Buffer }

type NumberedBundle = { readonly bundleNumber: number; readonly items: readonly string[] }

/** The message of a bundle: its items in order, the user's first. */
export function bundleMessage({ bundleNumber, items }: NumberedBundle): BundleMessage {
	return { bundleNumber, message: Buffer.from(JSON.stringify(formatBundleItems(items))) }
}

/** The message of a log entry. A bundle's id is the number of its publication, a cursor the number of an entry. */
export function eventMessage(event: SolverEvent): EventMessage {
	return { number: event.number, message: Buffer.from(JSON.stringify(formatEvent(event))) }
}

/** The message that all entries up to a number have been sent. */
export function cursorMessage(number: number): string {
	return JSON.stringify(formatStreamCursor({ kind: 'cursor', cursor: String(number) }))
}

function formatEvent(event: SolverEvent): IdentifiedBundleWire | BundleWithdrawnWire {
	const place = { bundleId: String(event.bundleNumber), cursor: String(event.number) }
	if (event.kind === 'published') return formatPublishedBundle({ ...event, ...place })
	return formatWithdrawnBundle({ ...event, ...place, occurredAtMs: event.withdrawnAtMs })
}
