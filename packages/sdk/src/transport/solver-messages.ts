import { PublishedBundle, type SolverEvent, StreamCursor, solverMethods, WithdrawnBundle } from '@accord/protocol'
import type { Schema } from './schema.ts'

const events = new Map<unknown, Schema<SolverEvent>>([
	[solverMethods.newBundle, PublishedBundle],
	[solverMethods.bundleWithdrawn, WithdrawnBundle],
	[solverMethods.cursor, StreamCursor],
])

/** Reads a message of the stream with events; undefined for a method of a later version. @throws Error for an invalid message */
export function readSolverEvent(text: string): SolverEvent | undefined {
	const message: { method?: unknown } = JSON.parse(text)
	return events.get(message.method)?.parse(message)
}

/** Reads the items of a bundle of the specification's stream; undefined for any other message, which a later version may send. */
export function readBundle(text: string): string[] | undefined {
	try {
		const message: { method?: unknown; params?: unknown } = JSON.parse(text)
		if (message.method !== solverMethods.newBundle || !Array.isArray(message.params)) return undefined
		return message.params.every(item => typeof item === 'string') ? message.params : undefined
	} catch {
		return undefined
	}
}
