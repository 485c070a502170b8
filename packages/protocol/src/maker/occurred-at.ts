import { timestampWire } from '../fields.ts'
import { derived } from '../message.ts'

/** When something happened, in seconds as in the specification, and in milliseconds. */
export const occurredAtMembers = {
	occurredAt: derived(timestampWire, ({ occurredAtMs }: { occurredAtMs: number }) => Math.floor(occurredAtMs / 1000)),
	occurredAtMs: timestampWire,
}
