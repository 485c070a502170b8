import * as z from 'zod'
import { timestampWire } from '../../fields.ts'
import type { LogIncarnation } from '../../operator/incarnation.ts'
import { incarnationWire } from '../flash-api.ts'

/** POST /operator/database/restored. */
export const databaseRestoredWire = z.strictObject({})

/** The incarnation of the numbered logs that has begun. */
export const logIncarnationWire = z.object({ incarnation: incarnationWire, begun_at_ms: timestampWire })
export type LogIncarnationWire = z.infer<typeof logIncarnationWire>

/** Reads an incarnation. */
export function parseLogIncarnation({ incarnation, begun_at_ms }: LogIncarnationWire): LogIncarnation {
	return { incarnation, begunAtMs: begun_at_ms }
}

/** An incarnation as it is answered. */
export function formatLogIncarnation({ incarnation, begunAtMs }: LogIncarnation): LogIncarnationWire {
	return { incarnation, begun_at_ms: begunAtMs }
}
