import * as z from 'zod'
import { Decimal } from '../amount/decimal.ts'
import { problemWire } from '../error/problem.ts'
import { addressWire, countWire, decimalWire } from '../fields.ts'
import { omitUndefined } from '../omit-undefined.ts'
import type { Limits } from '../service/limits.ts'
import type { PageInfo, ReadinessCheck, Version } from '../service/service-info.ts'

/** GET /version. */
export const versionWire = z.object({
	name: z.literal('accord'),
	version: z.string().describe('Of the program.'),
	api_version: z.string().describe('Of the interfaces, as in /openapi.json.'),
	network: z.string(),
	network_id: countWire,
})
export type VersionWire = z.infer<typeof versionWire>

/** Reads the answer of GET /version. */
export function parseVersion(wire: VersionWire): Version {
	return {
		name: wire.name,
		version: wire.version,
		apiVersion: wire.api_version,
		network: wire.network,
		networkId: wire.network_id,
	}
}

/** The answer of GET /version. */
export function formatVersion(version: Version): VersionWire {
	return {
		name: version.name,
		version: version.version,
		api_version: version.apiVersion,
		network: version.network,
		network_id: version.networkId,
	}
}

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

/** Reads one check; the wire's form has the same members. */
export function parseReadinessCheck(wire: ReadinessCheckWire): ReadinessCheck {
	return omitUndefined(wire)
}

/** GET /health/ready: whether orders should be sent here. `degraded`: they may, but other nodes cannot be reached. */
export const readyWire = z.object({ status: z.enum(['ready', 'degraded']), checks: z.array(readinessCheckWire) })
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
		construction_body_bytes: countWire,
		body_depth: countWire,
		wait_seconds: countWire,
		order_status_ids: countWire,
		connections_per_address: countWire,
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
	solver: z.object({
		connections: countWire,
		connections_per_address: countWire,
		incoming_bytes: countWire,
		outgoing_bytes: countWire,
	}),
})
export type LimitsWire = z.infer<typeof limitsWire>

/** Reads the answer of GET /limits. @throws TradeError `invalid_decimal` */
export function parseLimits(wire: LimitsWire): Limits {
	return {
		requests: {
			perMinutePerAddress: wire.requests.per_minute_per_address,
			perMinutePerKey: wire.requests.per_minute_per_key,
			bodyBytes: wire.requests.body_bytes,
			constructionBodyBytes: wire.requests.construction_body_bytes,
			bodyDepth: wire.requests.body_depth,
			waitSeconds: wire.requests.wait_seconds,
			orderStatusIds: wire.requests.order_status_ids,
			connectionsPerAddress: wire.requests.connections_per_address,
			eventStreamsPerAddress: wire.requests.event_streams_per_address,
		},
		orders: {
			expiresInSeconds: wire.orders.expires_in_seconds,
			signedPartialTransactionBytes: wire.orders.signed_partial_transaction_bytes,
			executionCostXrd: Decimal.parse(wire.orders.execution_cost_xrd),
			executionUnits: wire.orders.execution_units,
			instructions: wire.orders.instructions,
			openPerAccount: wire.orders.open_per_account,
			openWithPrefixPerAccount: wire.orders.open_with_prefix_per_account,
			makersPerOrder: wire.orders.makers_per_order,
		},
		fills: {
			expiresInSeconds: wire.fills.expires_in_seconds,
			executionUnits: wire.fills.execution_units,
			secondsToFill: wire.fills.seconds_to_fill,
		},
		orderBook: {
			levels: wire.order_book.levels,
			rebuildMs: wire.order_book.rebuild_ms,
		},
		flash: {
			sessionsPerMaker: wire.flash.sessions_per_maker,
			messagesPerSecond: wire.flash.messages_per_second,
			messageBytes: wire.flash.message_bytes,
			batch: wire.flash.batch,
			priceBookLevels: wire.flash.price_book_levels,
			outgoingBytes: wire.flash.outgoing_bytes,
			pingSeconds: wire.flash.ping_seconds,
			silenceSeconds: wire.flash.silence_seconds,
			withdrawAfterMs: wire.flash.withdraw_after_ms,
		},
		solver: {
			connections: wire.solver.connections,
			connectionsPerAddress: wire.solver.connections_per_address,
			incomingBytes: wire.solver.incoming_bytes,
			outgoingBytes: wire.solver.outgoing_bytes,
		},
	}
}

/** The answer of GET /limits. */
export function formatLimits(limits: Limits): LimitsWire {
	return {
		requests: {
			per_minute_per_address: limits.requests.perMinutePerAddress,
			per_minute_per_key: limits.requests.perMinutePerKey,
			body_bytes: limits.requests.bodyBytes,
			construction_body_bytes: limits.requests.constructionBodyBytes,
			body_depth: limits.requests.bodyDepth,
			wait_seconds: limits.requests.waitSeconds,
			order_status_ids: limits.requests.orderStatusIds,
			connections_per_address: limits.requests.connectionsPerAddress,
			event_streams_per_address: limits.requests.eventStreamsPerAddress,
		},
		orders: {
			expires_in_seconds: limits.orders.expiresInSeconds,
			signed_partial_transaction_bytes: limits.orders.signedPartialTransactionBytes,
			execution_cost_xrd: Decimal.format(limits.orders.executionCostXrd),
			execution_units: limits.orders.executionUnits,
			instructions: limits.orders.instructions,
			open_per_account: limits.orders.openPerAccount,
			open_with_prefix_per_account: limits.orders.openWithPrefixPerAccount,
			makers_per_order: limits.orders.makersPerOrder,
		},
		fills: {
			expires_in_seconds: limits.fills.expiresInSeconds,
			execution_units: limits.fills.executionUnits,
			seconds_to_fill: limits.fills.secondsToFill,
		},
		order_book: {
			levels: limits.orderBook.levels,
			rebuild_ms: limits.orderBook.rebuildMs,
		},
		flash: {
			sessions_per_maker: limits.flash.sessionsPerMaker,
			messages_per_second: limits.flash.messagesPerSecond,
			message_bytes: limits.flash.messageBytes,
			batch: limits.flash.batch,
			price_book_levels: limits.flash.priceBookLevels,
			outgoing_bytes: limits.flash.outgoingBytes,
			ping_seconds: limits.flash.pingSeconds,
			silence_seconds: limits.flash.silenceSeconds,
			withdraw_after_ms: limits.flash.withdrawAfterMs,
		},
		solver: {
			connections: limits.solver.connections,
			connections_per_address: limits.solver.connectionsPerAddress,
			incoming_bytes: limits.solver.incomingBytes,
			outgoing_bytes: limits.solver.outgoingBytes,
		},
	}
}

/** Data of the event `closing`, with which the service ends an event stream for its own reasons. */
export const streamClosingWire = problemWire
export type StreamClosingWire = z.infer<typeof streamClosingWire>

/** GET /page.json: what the trading page is told of its surroundings. */
export const pageInfoWire = z.object({
	network: z.string(),
	network_id: countWire,
	gateway_url: z.string().describe('Where the page reads balances.'),
	play: z.boolean().describe('Whether this is play money: only on network 242, the simulator.'),
	dapp_definition_address: addressWire.optional().describe('What wallets are shown on a public network.'),
})
export type PageInfoWire = z.infer<typeof pageInfoWire>

/** Reads the answer of GET /page.json. */
export function parsePageInfo(wire: PageInfoWire): PageInfo {
	return omitUndefined({
		network: wire.network,
		networkId: wire.network_id,
		gatewayUrl: wire.gateway_url,
		isPlay: wire.play,
		dappDefinitionAddress: wire.dapp_definition_address,
	})
}

/** The answer of GET /page.json. */
export function formatPageInfo(info: PageInfo): PageInfoWire {
	return omitUndefined({
		network: info.network,
		network_id: info.networkId,
		gateway_url: info.gatewayUrl,
		play: info.isPlay,
		dapp_definition_address: info.dappDefinitionAddress,
	})
}
