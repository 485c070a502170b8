import { z } from 'zod'
import { countWire, decimalWire } from './primitives.ts'
import { problemWire } from './problem.ts'

/** GET /version. */
export const versionWire = z.object({
	name: z.literal('accord'),
	version: z.string().describe('Of the program.'),
	api_version: z.string().describe('Of the interfaces, as in /openapi.json.'),
	network: z.string(),
	network_id: countWire,
})
export type VersionWire = z.infer<typeof versionWire>

/** GET /health/live: the process answers. */
export const liveWire = z.object({ status: z.literal('live') })
export type LiveWire = z.infer<typeof liveWire>

/** One thing that the service needs. */
export const readinessCheckWire = z.object({
	name: z.enum(['database', 'ledger', 'bus', 'loops']),
	ok: z.boolean(),
	detail: z.string().optional(),
})
export type ReadinessCheckWire = z.infer<typeof readinessCheckWire>

/** GET /health/ready: whether orders should be sent here. */
export const readyWire = z.object({ status: z.literal('ready'), checks: z.array(readinessCheckWire) })
export type ReadyWire = z.infer<typeof readyWire>

/** GET /health/ready when it is not: 503, a problem with the code of the first thing that fails. */
export const notReadyWire = problemWire.extend({ checks: z.array(readinessCheckWire) })
export type NotReadyWire = z.infer<typeof notReadyWire>

const bounds = z.object({ min: countWire, max: countWire })

/** GET /limits: every number that a client can run into. */
export const limitsWire = z.object({
	requests: z.object({
		per_minute_per_address: countWire,
		per_minute_per_key: countWire,
		body_bytes: countWire,
		body_depth: countWire,
		wait_seconds: countWire,
		order_status_ids: countWire,
		event_streams_per_address: countWire,
	}),
	orders: z.object({
		expires_in_seconds: bounds,
		signed_partial_transaction_bytes: countWire,
		execution_cost_xrd: decimalWire,
		execution_units: countWire,
		instructions: countWire,
		open_per_account: countWire,
		open_with_prefix_per_account: countWire,
		makers_per_order: countWire,
	}),
	fills: z.object({
		expires_in_seconds: bounds,
		execution_units: countWire,
		seconds_to_fill: countWire,
	}),
	order_book: z.object({ levels: countWire, rebuild_ms: countWire }),
	flash: z.object({
		sessions_per_maker: countWire,
		messages_per_second: countWire,
		message_bytes: countWire,
		batch: countWire,
		price_book_levels: countWire,
		outgoing_bytes: countWire,
		ping_seconds: countWire,
		silence_seconds: countWire,
		withdraw_after_ms: countWire,
	}),
	solver: z.object({ connections: countWire, incoming_bytes: countWire, outgoing_bytes: countWire }),
})
export type LimitsWire = z.infer<typeof limitsWire>

/** Data of the event `closing`, with which the service ends an event stream for its own reasons. */
export const streamClosingWire = problemWire
export type StreamClosingWire = z.infer<typeof streamClosingWire>
