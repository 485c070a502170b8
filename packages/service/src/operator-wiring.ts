import { isPlayKey } from '@accord/ledger'
import type { OperatorApiDeps } from './api/operator/operator-api.ts'
import type { Api } from './api/public-api.ts'
import type { Parts } from './api-parts.ts'
import type { WiredApi } from './api-wiring.ts'
import { nodeStatuses } from './nodes/node-statuses.ts'
import { ordersEnded } from './operator/log-orders.ts'
import { reconciledDays } from './reconciliation/reconciliation-table.ts'

/** What is there to be operated. */
export type Running = {
	readonly wired: Pick<WiredApi, 'trade' | 'queues'>
	readonly api: Pick<Api, 'connections' | 'sessions' | 'sessionsOf' | 'restartLogs' | 'busiestAddress'>
	readonly url: string
}

/** Puts commands and views behind the operator's interface. */
export function wireOperatorApi(parts: Parts, { wired, api, url }: Running): OperatorApiDeps {
	const { config, platform, exchange, prices, loops, disk, traces, streams, nodes } = parts
	const { market, service } = exchange
	const { incarnation, metrics } = platform
	return {
		...platform,
		...exchange,
		traces,
		levels: config.levels,
		refreshPauses: () => prices.pausedMakers.refresh(),
		sessionsOf: makerId => api.sessionsOf(makerId),
		version: wired.trade.version,
		url,
		startedAtMs: platform.clock.nowMs(),
		pairs: market.pairs,
		bookOf: pair => prices.shownBooks.of(pair).book,
		quotingMakers: pair => prices.makerQuotes.inForce(pair).size,
		readiness: wired.trade.readiness,
		busLost: wired.trade.busLost,
		connections: () => api.connections(),
		sessions: () => api.sessions(),
		busiestAddress: () => api.busiestAddress(),
		loopsStalledS: () => loops.stalledS(),
		queues: wired.queues,
		replayPages: () => streams.replays.depth,
		diskFreeBytes: () => disk.freeBytes,
		ended: () => ({
			settled: metrics.countOf(ordersEnded, 'settled'),
			unfilled: metrics.countOf(ordersEnded, 'unfilled'),
			expired: metrics.countOf(ordersEnded, 'expired'),
			cancelled: metrics.countOf(ordersEnded, 'cancelled'),
		}),
		isEmbedded: !('url' in config.database),
		gatewayUrl: config.gatewayUrl,
		tokens: market.tokens,
		settlement: config.settlement,
		isPlayKey: isPlayKey(service.keyPair),
		loopFailures: () => loops.faults(),
		declareRestored: async actor => {
			await incarnation.beginNext(actor)
			platform.bus.publish('incarnation', {})
			return { incarnation: incarnation.id, begunAtMs: incarnation.begunAtMs }
		},
		retention: config.retention,
		instamint: parts.instamint,
		reconciledDays: page => reconciledDays(platform.db.own, page),
		requestReconciliation: day => loops.requestReconciliation(day),
		...(nodes && { nodes: () => nodeStatuses(platform.db.own, nodes.membership.nodeId) }),
	}
}
