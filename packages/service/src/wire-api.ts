import { type GatewayClient, parseSubintentId } from '@accord/ledger'
import { type Clock, type FeeInfo, pairKey } from '@accord/protocol'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { ApiKeyUses, authenticate } from './accounts/api-keys.ts'
import { levelOf } from './accounts/levels.ts'
import { accountsOfMaker } from './accounts/makers.ts'
import type { Authenticate } from './api/http/api-key.ts'
import type { ApiDeps } from './api/public-api.ts'
import { Readiness } from './api/service/readiness.ts'
import { serviceLimits, serviceVersion } from './api/service/service-info.ts'
import type { Streams } from './api/streams.ts'
import type { ExcusedParts } from './breaker/excused-parts.ts'
import type { PausedMakers } from './breaker/paused-makers.ts'
import type { Bus } from './bus/bus.ts'
import type { BreakerRules } from './config/breaker-settings.ts'
import type { Config, Limits } from './config/config.ts'
import type { ServiceIdentity } from './config/service-identity.ts'
import { composeLimitOrder } from './construction/compose.ts'
import { parseManifest } from './construction/parse.ts'
import { quoteOrder } from './construction/quote.ts'
import { createOrderSubintent, signOrderSubintent } from './construction/subintents.ts'
import type { Tables } from './db/tables.ts'
import { rejectPart } from './fills/reject-part.ts'
import { LedgerReads } from './gateway/ledger-reads.ts'
import { CostPreview } from './intents/cost-preview.ts'
import type { Market } from './market/market.ts'
import type { ServiceMetrics } from './metrics/service-metrics.ts'
import { submitObservedFill, submitObservedOrder } from './observed-trades.ts'
import type { QueueDepths } from './operator/overview.ts'
import { checkOrder } from './orders/check-order.ts'
import { MatchQueue } from './orders/match-queue.ts'
import { orderStatus, orderStatuses } from './orders/order-status.ts'
import type { LiveBooks } from './prices/live-books.ts'
import { type PriceBooks, priceBookLevelsMax } from './prices/price-books.ts'
import type { ShownBooks } from './prices/shown-books.ts'
import { cancelOrder } from './settlement/cancel-order.ts'
import type { Loops } from './start-loops.ts'
import { type TraceDeps, traceTrade } from './trace/trace-order.ts'
import { trades } from './trace/trades.ts'
import { makerApi } from './wire-maker-api.ts'

/** What the stages are made of; each is handed only what it names. */
export type Stages = {
	readonly config: Config
	readonly limits: Limits
	readonly breaker: BreakerRules
	readonly clock: Clock
	readonly log: Logger
	readonly metrics: ServiceMetrics
	readonly db: Kysely<Tables>
	readonly bus: Bus
	readonly gateway: GatewayClient
	readonly market: Market
	readonly feeInfo: FeeInfo
	readonly service: ServiceIdentity
	readonly books: PriceBooks
	readonly liveBooks: LiveBooks
	readonly shownBooks: ShownBooks
	readonly pausedMakers: PausedMakers
	readonly excusedParts: ExcusedParts
	readonly streams: Streams
	readonly loops: Loops
	readonly trace: TraceDeps
	readonly network: { readonly name: string; readonly networkId: number }
}

/** Puts the stages' commands and views behind the three interfaces; `queues` tells what waits in between. */
export function wireApi(stages: Stages): ApiDeps & { readonly queues: () => QueueDepths } {
	const { config, log } = stages
	const { makersPerOrder } = config
	const costPreview = costPreviewOf(stages)
	const matchQueue = new MatchQueue({ ...stages, makersPerOrder })
	const ledger = new LedgerReads(stages)
	const shared = { costPreview, matchQueue, ledger, authenticate: authenticateOf(stages) }
	return {
		queues: () => ({
			previewsRunning: costPreview.depth.running,
			previewsWaiting: costPreview.depth.waiting,
			ordersToMatch: matchQueue.depth,
		}),
		trade: tradeApi(stages, shared),
		flash: flashApi(stages, shared),
		solver: { clock: stages.clock, bundles: stages.streams.bundles, events: stages.streams.solverLog },
		maker: makerApi(stages),
		page: { network: stages.network, gatewayUrl: config.gatewayUrl, ...config.page },
		limits: config.limits,
		metrics: stages.metrics,
		log,
	}
}

/** What more than one interface uses. */
type Shared = {
	readonly costPreview: CostPreview
	readonly matchQueue: MatchQueue
	readonly ledger: LedgerReads
	readonly authenticate: Authenticate
}

function authenticateOf({ db, clock, log }: Stages): Authenticate {
	const onError = (error: unknown) => log.warn({ err: error }, 'when an API key was used could not be written')
	const uses = new ApiKeyUses({ db, clock, onError })
	return async apiKey => {
		const found = await authenticate({ db, clock }, apiKey)
		if (found !== undefined) void uses.note(found.keyId)
		return found
	}
}

function costPreviewOf({ config, gateway, service }: Stages): CostPreview {
	return new CostPreview({
		gateway,
		service: { account: service.account, publicKey: service.keyPair },
		networkId: config.networkId,
		limits: config.limits,
	})
}

function tradeApi(stages: Stages, shared: Shared): ApiDeps['trade'] {
	const { costPreview, matchQueue, ledger } = shared
	const { config, db, clock, gateway, market, feeInfo, shownBooks } = stages
	const readiness = new Readiness({ ...stages, ledgerState: () => ledger.state() })
	const { networkId, limits, makersPerOrder } = config
	const judging = { db, clock, market, feeInfo, gateway, ledger, costPreview }
	const submission = { ...judging, shownBooks, matchQueue, makersPerOrder, limits }
	return {
		networkId,
		clock,
		market,
		feeInfo,
		orderBook: shownBooks,
		ledgerState: () => ledger.state(),
		balancesOf: address => ledger.balancesOf(address),
		accountsOfMaker: makerId => accountsOfMaker(db, makerId),
		levelOf: address => levelOf(db, address),
		submitOrder: order => submitObservedOrder(submission, order, stages),
		orderStatus: subintentId => orderStatus(db, subintentId),
		orderStatuses: subintentIds => orderStatuses(db, subintentIds),
		orderHash: subintentId => parseSubintentId(subintentId).hash,
		orderWatch: stages.streams.orders,
		trades: query => trades(db, query),
		traceTrade: subintentId => traceTrade(stages.trace, subintentId),
		cancelOrder: order => cancelOrder({ ...stages, networkId }, order),
		checkOrder: order => checkOrder(submission, order),
		quoteOrder: request => quoteOrder({ ...stages, makersPerOrder }, request),
		construction: constructionApi(stages),
		version: serviceVersion(stages.network),
		limits: serviceLimits(config),
		readiness: () => readiness.checks(),
	}
}

function constructionApi({ config, clock, gateway, market, feeInfo }: Stages): ApiDeps['trade']['construction'] {
	const { networkId } = config
	return {
		compose: request => composeLimitOrder({ market, feeInfo }, request),
		parse: request => parseManifest({ market, feeInfo }, request),
		createSubintent: request => createOrderSubintent({ networkId, clock, gateway }, request),
		sign: request => signOrderSubintent({ networkId }, request),
	}
}

function flashApi(stages: Stages, shared: Shared): ApiDeps['flash'] {
	const { costPreview, ledger } = shared
	const { db, bus, clock, market, feeInfo, gateway, books, streams, excusedParts } = stages
	const filling = { db, bus, clock, market, feeInfo, gateway, ledger, costPreview, excusedParts }
	const tokens = new Map(market.tokens.map(token => [token.symbol, token]))
	const pairs = new Map(market.pairs.map(pair => [pairKey(pair), pair]))
	return {
		clock,
		priceBookRules: { tokens, pairs, maxLevels: priceBookLevelsMax },
		books,
		newOrders: streams.newOrders,
		fillExecutions: streams.fillExecutions,
		breaker: streams.breaker,
		keys: streams.keys,
		authenticate: shared.authenticate,
		submitFill: fill => submitObservedFill(filling, fill, stages),
		rejectPart: rejection => rejectPart({ db, bus }, rejection),
	}
}
