import { isPlayKey } from '@accord/ledger'
import type { OperatorApiDeps } from './api/operator/operator-api.ts'
import type { Api, ApiDeps } from './api/public-api.ts'
import type { QueueDepths } from './operator/overview.ts'
import type { Stages } from './wire-api.ts'

type Running = {
	readonly wired: Pick<ApiDeps, 'trade'> & { readonly queues: () => QueueDepths }
	readonly api: Pick<Api, 'sessions' | 'sessionsOf'>
	readonly url: string
}

/** Puts what the stages know and do for the operator behind /operator. */
export function operatorApi(stages: Stages, { wired, api, url }: Running): OperatorApiDeps {
	const { config, clock, market, books, shownBooks, metrics } = stages
	const { ordersEnded } = metrics
	return {
		...stages,
		networkId: config.networkId,
		levels: config.levels,
		refreshPauses: () => stages.pausedMakers.refresh(),
		sessionsOf: makerId => api.sessionsOf(makerId),
		version: wired.trade.version,
		url,
		startedAtMs: clock.nowMs(),
		pairs: market.pairs,
		bookOf: pair => shownBooks.shown(pair).book,
		quotingMakers: pair => books.inForce(pair).size,
		readiness: wired.trade.readiness,
		sessions: () => api.sessions(),
		queues: wired.queues,
		ended: () => ({
			settled: ordersEnded.get('settled'),
			unfilled: ordersEnded.get('unfilled'),
			expired: ordersEnded.get('expired'),
			cancelled: ordersEnded.get('cancelled'),
		}),
		databaseKind: config.database.kind,
		gatewayUrl: config.gatewayUrl,
		tokens: market.tokens,
		settlement: config.settlement,
		isPlayKey: isPlayKey(stages.service.keyPair),
		faults: () => stages.loops.faults(),
	}
}
