import { isPlayKey, parseSubintentId } from '@accord/ledger'
import { pairKey, type QueueDepths } from '@accord/protocol'
import type { Kysely } from 'kysely'
import { ApiKeyUses, authenticate } from './accounts/api-keys.ts'
import { levelOf } from './accounts/levels.ts'
import { accountsOfMaker } from './accounts/makers.ts'
import type { Authenticate } from './api/http/api-key.ts'
import type { OperatorApiDeps } from './api/operator/operator-api.ts'
import type { Api, ApiDeps } from './api/public-api.ts'
import { Readiness } from './api/service/readiness.ts'
import { serviceLimits, serviceVersion } from './api/service/service-info.ts'
import type { Streams } from './api/streams.ts'
import { breakerOf } from './breaker/breaker.ts'
import type { ExcusedParts } from './breaker/excused-parts.ts'
import { endPause, pausesOf, setPause } from './breaker/maker-pauses.ts'
import type { Config } from './config/config.ts'
import { composeLimitOrder } from './construction/compose.ts'
import { parseManifest } from './construction/parse.ts'
import { quoteOrder } from './construction/quote.ts'
import { createOrderSubintent, signOrderSubintent } from './construction/subintents.ts'
import type { DiskSpace } from './db/disk-space.ts'
import type { Tables } from './db/tables.ts'
import { checkFill } from './fills/check-fill.ts'
import { composeFill, createFillSubintent } from './fills/compose-fill.ts'
import { FillQueue } from './fills/fill-queue.ts'
import { makerOrders } from './fills/maker-orders.ts'
import { makerStats } from './fills/maker-stats.ts'
import { PartLookups } from './fills/part-lookups.ts'
import { rejectPart } from './fills/reject-part.ts'
import { LedgerReads } from './gateway/ledger-reads.ts'
import { instamintViews } from './instamint/instamint-views.ts'
import type { InstamintParts } from './instamint/open-instamint.ts'
import { CostPreview, costXrdMaxOf } from './intents/cost-preview.ts'
import type { LogVolume } from './metrics/log-volume.ts'
import { nodeStatuses } from './nodes/node-statuses.ts'
import type { Nodes } from './nodes/open-nodes.ts'
import { submitObservedFill, submitObservedOrder } from './observed-trades.ts'
import type { WaitingInLanes } from './operator/metrics-registry.ts'
import { checkOrder } from './orders/check-order.ts'
import { MatchQueue } from './orders/match-queue.ts'
import { OrderGate } from './orders/order-gate.ts'
import { OrderLookups } from './orders/order-lookups.ts'
import { orderStatus, orderStatuses } from './orders/order-status.ts'
import type { Books, Exchange, Platform } from './platform.ts'
import { IncomingBooks } from './prices/incoming-books.ts'
import { makerBooks, makerExposure } from './prices/maker-books.ts'
import { exposureMaxOf } from './prices/offer-limits.ts'
import { priceBookLevelsMax } from './prices/price-books.ts'
import { reconciledDays } from './reconciliation/reconciliation-table.ts'
import { cancelOrder } from './settlement/cancel-order.ts'
import type { Loops } from './start-loops.ts'
import type { WorkThreads } from './threads/work-threads.ts'
import { candles } from './trace/candles-table.ts'
import { type TraceDeps, traceTrade } from './trace/trace-order.ts'
import type { TradeFeed } from './trace/trade-feed.ts'
import { trades } from './trace/trades.ts'

/** The service's parts, as they are opened; each interface takes those it names. */
export type Parts = {
	readonly config: Config
	readonly platform: Platform
	/** The database for what participants ask. */
	readonly requests: Kysely<Tables>
	readonly disk: DiskSpace
	readonly exchange: Exchange
	readonly books: Books
	/** Where long input of clients is read. */
	readonly threads: WorkThreads
	readonly streams: Streams
	readonly loops: Loops
	readonly excusedParts: ExcusedParts
	readonly trace: TraceDeps
	readonly tradeFeed: TradeFeed
	readonly logVolume: LogVolume
	/** Absent where no component is configured. */
	readonly instamint?: InstamintParts
	/** Absent where this node is the only one. */
	readonly nodes?: Nodes
}

/** The public interfaces, and how much waits behind them. */
export type WiredApi = ApiDeps & { readonly queues: () => QueueDepths; readonly waiting: () => WaitingInLanes }

/** Puts commands and views behind the interfaces for participants. */
export function wirePublicApi(own: Parts): WiredApi {
	const parts = forRequests(own)
	const { config, platform, exchange, streams } = parts
	const shared = sharedBy(parts)
	const { costPreview, matchQueue, authenticate } = shared
	const orderLookups = new OrderLookups(parts.platform)
	// What makers ask for does not wait behind strangers: a fill that they hold up would count against its maker.
	const filling = { partLookups: new PartLookups(own.platform), fillQueue: new FillQueue(own.platform) }
	return {
		queues: () => ({
			previewsRunning: costPreview.depth.running,
			previewsWaiting: costPreview.depth.waiting,
			ordersToMatch: matchQueue.depth,
		}),
		waiting: () => ({
			orderLookups: orderLookups.depth,
			partLookups: filling.partLookups.depth,
			fillsToWrite: filling.fillQueue.depth,
		}),
		trade: {
			...tradeApi(parts, { ...shared, orderLookups }),
			readiness: readinessOf(own, shared),
			busLost: () => own.nodes?.line.fault() !== undefined,
		},
		flash: flashApi(own, { ...shared, ...filling }),
		solver: { clock: platform.clock, bundles: streams.bundles, events: streams.solverLog, authenticate },
		maker: makerApi(parts, shared),
		instamint: instamintViews({ ...parts.platform, ...exchange, paybackKey: config.instamint?.paybackKey }),
		page: { network: exchange.network, gatewayUrl: config.gatewayUrl, ...config.page },
		limits: exchange.limits,
		metrics: platform.metrics,
		log: platform.log,
	}
}

/** The same parts, for participants: what they ask waits in a lane of its own. */
function forRequests(parts: Parts): Parts {
	const { platform, trace, requests: db } = parts
	return { ...parts, platform: { ...platform, db }, trace: { ...trace, db } }
}

/** Not behind the requests: a service that is overrun is ready, if it can work. */
function readinessOf({ platform, loops, disk, nodes }: Parts, { ledger }: Shared): ApiDeps['trade']['readiness'] {
	const { db, clock } = platform
	const ledgerDoubt = () => platform.ledgerWatch.doubt()
	const busFault = () => nodes?.line.fault() ?? nodes?.feed.missing()
	const readiness = new Readiness({ db, clock, loops, disk, busFault, ledgerDoubt, ledgerState: () => ledger.state() })
	return () => readiness.checks()
}

/** What more than one interface uses. */
type Shared = {
	readonly costPreview: CostPreview
	readonly matchQueue: MatchQueue
	readonly ledger: LedgerReads
	readonly threads: WorkThreads
	readonly authenticate: Authenticate
}

function sharedBy({
	config,
	platform,
	exchange,
	books,
	threads,
}: Pick<Parts, 'config' | 'platform' | 'exchange' | 'books' | 'threads'>): Shared {
	const { account, keyPair: publicKey, formerKeyPair: formerPublicKey } = exchange.service
	const base = { ...platform, ...exchange, threads }
	return {
		threads,
		costPreview: new CostPreview({
			...base,
			service: { account, publicKey, ...(formerPublicKey && { formerPublicKey }) },
			costXrdMax: costXrdMaxOf(config.settlement),
		}),
		matchQueue: new MatchQueue({ ...base, ...books }),
		ledger: new LedgerReads(platform),
		authenticate: authenticateOf(platform),
	}
}

function authenticateOf({ db, clock, log }: Platform): Authenticate {
	const onError = (error: unknown) => log.warn({ err: error }, 'the last use of an API key could not be written')
	const uses = new ApiKeyUses({ db, clock, onError })
	return async apiKey => {
		const found = await authenticate({ db, clock }, apiKey)
		if (found !== undefined) void uses.note(found.keyId)
		return found
	}
}

type Lookups = { readonly orderLookups: OrderLookups }
type TradeApi = Omit<ApiDeps['trade'], 'readiness' | 'busLost'>

function tradeApi(parts: Parts, { ledger, ...shared }: Shared & Lookups): TradeApi {
	const { config, platform, exchange, books, streams, loops, disk, trace } = parts
	const { db, clock } = platform
	const { networkId, market, feeInfo } = exchange
	const base = { ...platform, ...exchange, ...books }
	const orderGate = new OrderGate({ stalls: () => loops.stalls(), disk })
	const submission = { ...base, ...shared, ledger, orderGate }
	return {
		networkId,
		clock,
		market,
		feeInfo,
		shownBooks: books.shownBooks,
		ledgerState: () => ledger.state(),
		balancesOf: address => ledger.balancesOf(address),
		accountsOfMaker: makerId => accountsOfMaker(db, makerId),
		levelOf: address => levelOf(db, address),
		submitOrder: order => submitObservedOrder(submission, order, platform),
		orderStatus: subintentId => orderStatus(db, subintentId),
		orderStatuses: subintentIds => orderStatuses(db, subintentIds),
		orderHash: subintentId => parseSubintentId(subintentId).hash,
		orderWatch: streams.orders,
		trades: query => trades(db, query),
		candles: query => candles(db, query),
		tradeFeed: parts.tradeFeed,
		traceTrade: subintentId => traceTrade(trace, subintentId),
		cancelOrder: order => cancelOrder({ ...base, ...shared }, order),
		checkOrder: order => checkOrder(submission, order),
		quoteOrder: request => quoteOrder({ ...base, orderGate }, request),
		construction: constructionApi({ ...base, ...shared, ledger }),
		version: serviceVersion(exchange.network),
		limits: serviceLimits(config),
	}
}

function constructionApi(
	deps: Platform & Exchange & Pick<Shared, 'ledger' | 'threads'>,
): ApiDeps['trade']['construction'] {
	return {
		compose: request => composeLimitOrder(deps, request),
		composeFill: fill => composeFill(deps, fill),
		parse: (request, client) =>
			parseManifest({ ...deps, levelOf: account => levelOf(deps.db, account) }, request, client),
		createSubintent: ({ orderId, ...request }, client) =>
			orderId === undefined
				? createOrderSubintent(deps, request, client)
				: createFillSubintent(deps, { ...request, orderId }, client),
		sign: (request, client) => signOrderSubintent(deps, request, client),
	}
}

type Filling = { readonly partLookups: PartLookups; readonly fillQueue: FillQueue }

function flashApi(
	{ platform, requests, exchange, books, streams, excusedParts }: Parts,
	shared: Shared & Filling,
): ApiDeps['flash'] {
	const { market } = exchange
	const filling = { ...platform, ...exchange, ...shared, excusedParts }
	const tokens = new Map(market.tokens.map(token => [token.symbol, token]))
	const pairs = new Map(market.pairs.map(pair => [pairKey(pair), pair]))
	return {
		clock: platform.clock,
		priceBookRules: { tokens, pairs, maxLevels: priceBookLevelsMax },
		books: books.books,
		incomingBooks: new IncomingBooks({ ...books, db: requests, reservations: books.liveBooks.reservations }),
		makerBooks: makerId => makerBooks({ ...exchange, ...books, db: requests }, makerId),
		newOrders: streams.newOrders,
		fillExecutions: streams.fillExecutions,
		breaker: streams.breaker,
		keys: streams.keys,
		authenticate: shared.authenticate,
		submitFill: fill => submitObservedFill(filling, fill, platform),
		rejectPart: rejection => rejectPart(platform, rejection),
	}
}

/** What a maker sees of itself and may change. */
function makerApi({ platform, exchange, books }: Parts, shared: Shared): ApiDeps['maker'] {
	const { db, bus, clock } = platform
	const { market, limits } = exchange
	const base = { ...platform, ...exchange, ...books }
	const pausesNow = (makerId: string) => pausesOf(db, { makerId, nowMs: clock.nowMs() })
	const pausesInForce = async (makerId: string) => {
		await books.pausedMakers.refresh()
		return pausesNow(makerId)
	}
	const { requestsPerMinutePerKey: requestsPerMinute, messagesPerSecond } = limits
	return {
		clock,
		market,
		makerBooks: makerId => makerBooks(base, makerId),
		makerOrders: query => makerOrders(db, query),
		makerStats: of => makerStats(db, of),
		makerExposure: makerId => makerExposure(db, makerId),
		exposureMax: pair => exposureMaxOf(base, pair),
		checkFill: fill => checkFill({ ...platform, ...exchange, ...shared }, fill),
		makerLimits: { requestsPerMinute, messagesPerSecond, priceBookLevels: priceBookLevelsMax },
		breakerOf: makerId => breakerOf(base, { makerId, nowMs: clock.nowMs() }),
		pausesOf: pausesNow,
		pauseMaker: async pause => {
			await setPause({ db, bus }, { ...pause, by: 'maker', sinceMs: clock.nowMs() })
			return pausesInForce(pause.makerId)
		},
		resumeMaker: async makerId => {
			await endPause({ db, bus }, { makerId, by: 'maker' })
			return pausesInForce(makerId)
		},
	}
}

export type Running = {
	readonly wired: Pick<WiredApi, 'trade' | 'queues' | 'waiting'>
	readonly api: Pick<Api, 'connections' | 'sessions' | 'sessionsOf' | 'restartLogs' | 'busiestAddress'>
	readonly url: string
}

/** Puts commands and views behind the operator's interface. */
export function wireOperatorApi(parts: Parts, { wired, api, url }: Running): OperatorApiDeps {
	const { config, platform, exchange, books, loops, disk, trace, streams, nodes } = parts
	const { market, service } = exchange
	const { incarnation, metrics } = platform
	const { ordersEnded } = metrics
	return {
		...platform,
		...exchange,
		trace,
		levels: config.levels,
		refreshPauses: () => books.pausedMakers.refresh(),
		sessionsOf: makerId => api.sessionsOf(makerId),
		version: wired.trade.version,
		url,
		startedAtMs: platform.clock.nowMs(),
		pairs: market.pairs,
		bookOf: pair => books.shownBooks.of(pair).book,
		quotingMakers: pair => books.books.inForce(pair).size,
		readiness: wired.trade.readiness,
		busLost: wired.trade.busLost,
		connections: () => api.connections(),
		sessions: () => api.sessions(),
		busiestAddress: () => api.busiestAddress(),
		loopsStalledS: () => loops.stalledS(),
		logVolume: parts.logVolume,
		queues: wired.queues,
		waiting: wired.waiting,
		replayPages: () => streams.replays.depth,
		diskFreeBytes: () => disk.freeBytes,
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
		isPlayKey: isPlayKey(service.keyPair),
		loopFailures: () => loops.faults(),
		declareRestored: async actor => {
			await incarnation.beginNext(actor)
			platform.bus.publish('incarnation', {})
			return { incarnation: incarnation.id, begunAtMs: incarnation.begunAtMs }
		},
		retention: config.retention,
		instamint: parts.instamint,
		reconciledDays: page => reconciledDays(platform.db, page),
		requestReconciliation: day => loops.requestReconciliation(day),
		...(nodes && { nodes: () => nodeStatuses(platform.db, nodes.membership.nodeId) }),
	}
}
