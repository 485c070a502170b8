import { bookLevelsMax, Decimal, type LimitsWire, orderStatusIdsMax, waitSecondsMax } from '@accord/protocol'
import { batchMax } from './api/flash/flash-session.ts'
import { sessionsPerMakerMax } from './api/flash/flash-sockets.ts'
import { beatsBetweenPings, silentBeatsMax } from './api/heartbeat.ts'
import { solverConnectionsMax, solverIncomingBytesMax } from './api/solver/solver-sockets.ts'
import { bodyDepthMax } from './api/trade/read-json.ts'
import type { Config } from './config/config.ts'
import { costXrdMax, executionUnitsMax } from './intents/cost-preview.ts'
import { fillExpiryS, fillWindowMs, orderExpiryS } from './intents/deadlines.ts'
import { signedPartialBytesMax } from './intents/read-intent.ts'
import { openPrefixOrdersMax } from './orders/open-order-limits.ts'
import { priceBookLevelsMax } from './prices/price-books.ts'
import { rebuildEveryMs } from './prices/shown-books.ts'

/** The ledger's own limit of one intent. */
const instructionsMax = 1000

/** GET /limits: every number that a client of this deployment can run into. */
export function serviceLimits(config: Config): LimitsWire {
	const { limits } = config
	return {
		requests: {
			per_minute_per_address: limits.requestsPerMinute,
			per_minute_per_key: limits.requestsPerMinutePerKey,
			body_bytes: limits.bodyBytes,
			body_depth: bodyDepthMax,
			wait_seconds: waitSecondsMax,
			order_status_ids: orderStatusIdsMax,
			event_streams_per_address: limits.eventStreamsPerAddress,
		},
		orders: {
			expires_in_seconds: orderExpiryS,
			signed_partial_transaction_bytes: signedPartialBytesMax,
			execution_cost_xrd: Decimal.format(costXrdMax),
			execution_units: executionUnitsMax.taker,
			instructions: instructionsMax,
			open_per_account: limits.openOrdersPerAccount,
			open_with_prefix_per_account: openPrefixOrdersMax,
			makers_per_order: config.makersPerOrder,
		},
		fills: {
			expires_in_seconds: fillExpiryS,
			execution_units: executionUnitsMax.maker,
			seconds_to_fill: fillWindowMs / 1000,
		},
		order_book: { levels: bookLevelsMax, rebuild_ms: rebuildEveryMs },
		flash: {
			sessions_per_maker: sessionsPerMakerMax,
			messages_per_second: limits.messagesPerSecond,
			message_bytes: limits.messageBytes,
			batch: batchMax,
			price_book_levels: priceBookLevelsMax,
			outgoing_bytes: limits.outgoingBytes,
			// A beat is a second.
			ping_seconds: beatsBetweenPings,
			silence_seconds: silentBeatsMax,
			withdraw_after_ms: config.priceBookWithdrawAfterMs,
		},
		solver: {
			connections: solverConnectionsMax,
			incoming_bytes: solverIncomingBytesMax,
			outgoing_bytes: limits.outgoingBytes,
		},
	}
}
