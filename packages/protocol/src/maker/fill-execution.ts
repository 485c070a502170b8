import * as z from '#schema'
import { countWire, incarnationWire, secondsAsMs, subintentIdWire } from '../fields.ts'
import { Field, message, named, request, type ValueOf } from '../message.ts'
import { LimitOrder } from '../order/limit-order.ts'
import { type Outcome, outcomes } from '../order/states.ts'
import { streamStartedWire } from './flash-methods.ts'

const startingPoint = z.union([countWire, z.object({ at_sequence_number: countWire })])
/** Where to resume the fill log (inclusive): if absent, only live entries; 0 or 1 means all. */
export const HistoricalStartingPoint = new Field<number, z.input<typeof startingPoint>>({
	schema: startingPoint.transform(point => (typeof point === 'object' ? point.at_sequence_number : point)),
	show: () => startingPoint,
	format: sequenceNumber => sequenceNumber,
})

/** Which fill updates a session wants. */
export type StartFillExecution = ValueOf<typeof StartFillExecution>
/** Params of platform.fill_execution.start_stream. */
export const StartFillExecution = request({
	enabled: z.boolean().optional(),
	startingPoint: named('historical_starting_point', HistoricalStartingPoint.optional()),
	incarnation: incarnationWire
		.optional()
		.describe('Of the log that the starting point is a number of: if it is no longer this one, log_restarted.'),
})

/** Result of platform.fill_execution.start_stream; when the stream is stopped, there is no incarnation. */
export const fillExecutionStartedWire = streamStartedWire.extend({ incarnation: incarnationWire.optional() })

const change = z.union([
	z.strictObject({ started: z.object({}) }),
	z.strictObject({ completed: z.object({ outcome: z.enum(outcomes), corrects: countWire.optional() }) }),
])

/** An entry of a maker's numbered log: a fill has started or, if there is an outcome, completed. */
export type FillExecution = {
	readonly sequenceNumber: number
	/** On the wire it is in whole seconds. */
	readonly occurredAtMs: number
	readonly orderId: string
	readonly outcome?: Outcome
	/** The number of the entry whose wrong outcome this one replaces. */
	readonly corrects?: number
	/** What the maker sells and buys. Absent from services that do not report it, like the members below. */
	readonly fill?: LimitOrder
	readonly subintentId?: string
	/** The transaction on the ledger, of an entry with the outcome `Settled`. */
	readonly transactionId?: string
	/** Identifies the log: it changes when the service is restored from a backup. */
	readonly incarnation?: string
}
/** Params of maker.fill_execution.next. */
export const FillExecution = message({
	sequenceNumber: countWire,
	occurredAtMs: named('occurred_at', secondsAsMs),
	orderId: z.string(),
	change,
	fill: LimitOrder.optional(),
	subintentId: subintentIdWire.optional().describe('Of the fill.'),
	transactionId: z.string().optional().describe('Once it is settled.'),
	incarnation: incarnationWire.optional().describe('Of this log: for the next start_stream.'),
}).as<FillExecution>({
	parse: ({ change, ...entry }) => {
		if ('started' in change) return entry
		const { outcome, corrects } = change.completed
		return { ...entry, outcome, ...(corrects !== undefined && { corrects }) }
	},
	format: ({ outcome, corrects, ...entry }) => {
		if (outcome === undefined) return { ...entry, change: { started: {} } }
		return { ...entry, change: { completed: { outcome, ...(corrects !== undefined && { corrects }) } } }
	},
})
