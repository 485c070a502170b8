import type { WireOf } from '../../message.ts'
import type { Limits } from '../../service/limits.ts'

/** The default limits. */
export const limitsExample: WireOf<typeof Limits> = {
	requests: {
		per_minute_per_address: 60_000,
		per_minute_per_key: 60_000,
		body_bytes: 135_168,
		construction_body_bytes: 32_768,
		body_depth: 16,
		wait_seconds: 30,
		order_status_ids: 100,
		connections_per_address: 512,
		event_streams_per_address: 256,
		followed_streams: 64,
	},
	orders: {
		expires_in_seconds: { min: 15, max: 60 },
		signed_partial_transaction_bytes: 65_536,
		execution_cost_xrd: '5',
		execution_units: 84_000_000,
		instructions: 1000,
		open_per_account: 8,
		open_with_prefix_per_account: 1,
		makers_per_order: 4,
	},
	fills: {
		expires_in_seconds: { min: 10, max: 60 },
		execution_units: 12_000_000,
		seconds_to_fill: 3,
	},
	order_book: { levels: 50, rebuild_ms: 20 },
	flash: {
		sessions_per_maker: 64,
		messages_per_second: 1000,
		message_bytes_per_second: 4_194_304,
		price_book_levels_per_second: 50_000,
		message_bytes: 262_144,
		batch: 64,
		price_book_levels: 50,
		outgoing_bytes: 4_194_304,
		ping_seconds: 5,
		silence_seconds: 10,
		withdraw_after_ms: 2000,
	},
	solver: { connections: 1024, connections_per_address: 32, incoming_bytes: 4096, outgoing_bytes: 4_194_304 },
}
