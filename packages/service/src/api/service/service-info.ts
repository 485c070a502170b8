import { createRequire } from 'node:module'
import {
	bookLevelsMax,
	constructionBodyBytesMax,
	followedStreamsMax,
	Limits,
	orderStatusIdsMax,
	signedPartialBytesMax,
	Version,
	waitSecondsMax,
} from '@accord/protocol'
import { apiVersion, type serviceOperations } from '@accord/protocol/contract'
import type { Config, SettlementConfig } from '../../config/config.ts'
import { costXrdMaxOf } from '../../intents/cost-preview.ts'
import { fillExpiryS, fillWindowMs, orderExpiryS } from '../../intents/deadlines.ts'
import { executionUnitsMax } from '../../intents/root-budget.ts'
import { openPrefixOrdersMax } from '../../orders/order-gate.ts'
import { priceBookLevelsMax } from '../../prices/maker-quotes.ts'
import { rebuildEveryMs } from '../../prices/shown-books.ts'
import { batchMax } from '../flash/flash-session.ts'
import { sessionsPerMakerMax } from '../flash/flash-sockets.ts'
import { bodyDepthMax } from '../http/json-body.ts'
import type { Handlers } from '../http/routes.ts'
import { beatsBetweenPings, silentBeatsMax } from '../sockets/heartbeat.ts'
import { solverConnectionsMax, solverIncomingBytesMax } from '../solver/solver-sockets.ts'

type ServiceInfo = { readonly version: Version; readonly limits: () => Limits }

/** What is running here, and its limits. */
export function serviceInfoHandlers({ version, limits }: ServiceInfo): Handlers<typeof serviceOperations> {
	return { getVersion: () => Version.format(version), getLimits: () => Limits.format(limits()) }
}

const { version }: { version: string } = createRequire(import.meta.url)('../../../package.json')
export const packageVersion = version

/** The versions of the program and the interfaces, and the network. */
export function serviceVersion(network: { readonly name: string; readonly networkId: number }): Version {
	return { name: 'accord', version, apiVersion, network: network.name, networkId: network.networkId }
}

/** The ledger's own limit for one intent. */
const instructionsMax = 1000

/** Every limit of this deployment that a client can run into. */
export function serviceLimits(config: Config, settlement: SettlementConfig): Limits {
	const { limits } = config
	return {
		requests: {
			perMinutePerAddress: limits.requestsPerMinute,
			perMinutePerKey: limits.requestsPerMinutePerKey,
			bodyBytes: limits.bodyBytes,
			constructionBodyBytes: Math.min(limits.bodyBytes, constructionBodyBytesMax),
			bodyDepth: bodyDepthMax,
			waitSeconds: waitSecondsMax,
			orderStatusIds: orderStatusIdsMax,
			connectionsPerAddress: limits.connectionsPerAddress,
			eventStreamsPerAddress: limits.eventStreamsPerAddress,
			followedStreams: followedStreamsMax,
		},
		orders: {
			expiresInSeconds: orderExpiryS,
			signedPartialTransactionBytes: signedPartialBytesMax,
			executionCostXrd: costXrdMaxOf(settlement),
			executionUnits: executionUnitsMax.taker,
			instructions: instructionsMax,
			openPerAccount: limits.openOrdersPerAccount,
			openWithPrefixPerAccount: openPrefixOrdersMax,
			makersPerOrder: config.makersPerOrder,
		},
		fills: {
			expiresInSeconds: fillExpiryS,
			executionUnits: executionUnitsMax.maker,
			secondsToFill: fillWindowMs / 1000,
		},
		orderBook: { levels: bookLevelsMax, rebuildMs: rebuildEveryMs },
		flash: {
			sessionsPerMaker: sessionsPerMakerMax,
			messagesPerSecond: limits.messagesPerSecond,
			messageBytesPerSecond: limits.messageBytesPerSecond,
			priceBookLevelsPerSecond: limits.priceBookLevelsPerSecond,
			messageBytes: limits.messageBytes,
			batch: batchMax,
			priceBookLevels: priceBookLevelsMax,
			outgoingBytes: limits.outgoingBytes,
			// One beat is a second.
			pingSeconds: beatsBetweenPings,
			silenceSeconds: silentBeatsMax,
			withdrawAfterMs: config.priceBookWithdrawAfterMs,
		},
		solver: {
			connections: solverConnectionsMax,
			connectionsPerAddress: limits.solverConnectionsPerAddress,
			incomingBytes: solverIncomingBytesMax,
			outgoingBytes: limits.outgoingBytes,
		},
	}
}
