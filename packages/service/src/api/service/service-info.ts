import { createRequire } from 'node:module'
import {
	bookLevelsMax,
	Decimal,
	type LimitsWire,
	orderStatusIdsMax,
	signedPartialBytesMax,
	type VersionWire,
	waitSecondsMax,
} from '@accord/protocol'
import { apiVersion, type serviceOperations } from '@accord/protocol/contract'
import type { Config } from '../../config/config.ts'
import { costXrdMax, executionUnitsMax } from '../../intents/cost-preview.ts'
import { fillExpiryS, fillWindowMs, orderExpiryS } from '../../intents/deadlines.ts'
import { openPrefixOrdersMax } from '../../orders/open-order-limits.ts'
import { priceBookLevelsMax } from '../../prices/price-books.ts'
import { rebuildEveryMs } from '../../prices/shown-books.ts'
import { batchMax } from '../flash/flash-session.ts'
import { sessionsPerMakerMax } from '../flash/flash-sockets.ts'
import { bodyDepthMax } from '../http/json-body.ts'
import type { Handlers } from '../http/routes.ts'
import { beatsBetweenPings, silentBeatsMax } from '../sockets/heartbeat.ts'
import { solverConnectionsMax, solverIncomingBytesMax } from '../solver/solver-sockets.ts'

export type ServiceInfoDeps = { readonly version: VersionWire; readonly limits: LimitsWire }

/** What runs here, and its limits. */
export function serviceInfoHandlers({ version, limits }: ServiceInfoDeps): Handlers<typeof serviceOperations> {
	return { getVersion: () => version, getLimits: () => limits }
}

const { version }: { version: string } = createRequire(import.meta.url)('../../../package.json')

/** The versions of program and interfaces, and the network. */
export function serviceVersion(network: { readonly name: string; readonly networkId: number }): VersionWire {
	return { name: 'accord', version, api_version: apiVersion, network: network.name, network_id: network.networkId }
}

/** The ledger's own limit of one intent. */
const instructionsMax = 1000

/** Every limit of this deployment that a client can run into. */
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
