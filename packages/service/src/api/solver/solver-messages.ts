import {
	NewSubintentBundle,
	PublishedBundle,
	StreamCursor,
	TradeError,
	type WireOf,
	WithdrawnBundle,
} from '@accord/protocol'
import type { OpenBundle, SolverEvent } from '../../bundles/solver-events.ts'
import type { LogPlace } from '../sockets/log-place.ts'

/** A bundle in the specification's form: formatted once, sent to all solvers. */
export type BundleMessage = { readonly bundleNumber: number; readonly message: Buffer }

/** An entry of the solvers' log in the form with `events=1`: formatted once, sent to all solvers. */
export type EventMessage = {
	readonly number: number
	readonly message: Buffer
	/** Whether the entry stays in the log unchanged; a publication is removed when it is withdrawn. */
	readonly isFinal: boolean
}

/** The message of a bundle: its items in order, the user's first. */
export function bundleMessage({ bundleNumber, ...bundle }: OpenBundle): BundleMessage {
	return { bundleNumber, message: Buffer.from(JSON.stringify(NewSubintentBundle.format(bundle))) }
}

/** The message of a log entry. A bundle's id is the number of its publication; a cursor names an entry. */
export function eventMessage(event: SolverEvent, incarnation: string): EventMessage {
	const message = Buffer.from(JSON.stringify(formatEvent(event, incarnation)))
	return { number: event.number, message, isFinal: event.kind === 'withdrawn' }
}

/** The message that all entries up to a number have been sent. */
export function cursorMessage(number: number, incarnation: string): string {
	return JSON.stringify(StreamCursor.format({ kind: 'cursor', cursor: formatCursor(number, incarnation) }))
}

function formatEvent(event: SolverEvent, incarnation: string): WireOf<typeof PublishedBundle | typeof WithdrawnBundle> {
	const place = { bundleId: String(event.bundleNumber), cursor: formatCursor(event.number, incarnation) }
	if (event.kind === 'published') return PublishedBundle.format({ ...event, ...place })
	return WithdrawnBundle.format({ ...event, ...place, occurredAtMs: event.withdrawnAtMs })
}

function formatCursor(number: number, incarnation: string): string {
	return `${number}x${incarnation}`
}

/**
 * Reads a cursor, even an old one that does not name an incarnation.
 * @throws TradeError `validation_failed`
 */
export function parseCursor(text: string): LogPlace {
	const [, number, incarnation] = /^(\d{1,15})(?:x([0-9a-f]{12}))?$/.exec(text) ?? []
	if (number !== undefined) return { after: Number(number), incarnation }
	const item = { pointer: '/since', expected: 'a cursor of this stream, as in its messages', found: text }
	throw TradeError.fromViolations([{ code: 'validation_failed', item }])
}
