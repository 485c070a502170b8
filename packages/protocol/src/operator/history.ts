import * as z from '#schema'
import { countWire, timestampWire } from '../fields.ts'
import { list, message, type ValueOf } from '../message.ts'

/** The most orders of an hour that are counted of those that settled or expired, and of the others. */
export const historyOrdersMax = 5_000

/** The most entries of the audit log in which refusals are looked for. */
export const historyEntriesMax = 20_000

/** How the orders of one hour (UTC) ended. */
export type HistoryHour = ValueOf<typeof historyHour>
const historyHour = message({
	startMs: timestampWire,
	settled: countWire,
	unfilled: countWire,
	expired: countWire,
	cancelled: countWire,
	settleMs: z
		.object({ p50: countWire, p99: countWire })
		.optional()
		.describe('From acceptance to settlement; absent if nothing settled.'),
	isPartial: z
		.boolean()
		.describe(
			`Too many ended: of those that settled or expired, and of the others, the newest ${historyOrdersMax} were counted.`,
		),
})

export const refusedActs = ['order_refused', 'fill_refused', 'operator_refused'] as const

/** Refusals of one kind. */
export type RefusalCount = ValueOf<typeof refusalCount>
const refusalCount = message({ act: z.enum(refusedActs), code: z.string(), times: countWire })

/** A day of the service: the current hour and the 23 before it. */
export type OperatorHistory = ValueOf<typeof OperatorHistory>
/** GET /operator/history. */
export const OperatorHistory = message({
	hours: list(historyHour).describe('Oldest first, those without orders included.'),
	refusals: message({
		sinceMs: timestampWire.describe(
			`The first hour’s start, or later if there are more than ${historyEntriesMax} entries in the audit log since.`,
		),
		counts: list(refusalCount).describe('Most frequent first. Those of the last minute are not written yet.'),
	}),
})
