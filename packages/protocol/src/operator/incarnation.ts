import * as z from '#schema'
import { incarnationWire, timestampWire } from '../fields.ts'
import { message, type ValueOf } from '../message.ts'

/** Body of POST /operator/database/restored. */
export const databaseRestoredWire = z.strictObject({})

/** One incarnation of the service's numbered logs: a new one begins whenever the service is restored from a backup. */
export type LogIncarnation = ValueOf<typeof LogIncarnation>
export const LogIncarnation = message({ incarnation: incarnationWire, begunAtMs: timestampWire })
