import { ApiKeyUses, authenticate } from './accounts/api-keys.ts'
import { levelOf } from './accounts/levels.ts'
import { accountsOfMaker } from './accounts/makers.ts'
import type { Authenticate } from './api/http/api-key.ts'
import type { ApiDeps } from './api/public-api.ts'
import { Readiness } from './api/service/readiness.ts'
import { serviceLimits, serviceVersion } from './api/service/service-info.ts'
import type { Parts, Shared } from './api-parts.ts'
import { composeLimitOrder } from './construction/compose.ts'
import { parseManifest } from './construction/parse.ts'
import { quoteOrder } from './construction/quote.ts'
import { createOrderSubintent, signOrderSubintent } from './construction/subintents.ts'
import { composeFill, createFillSubintent } from './fills/compose-fill.ts'
import { FillQueue } from './fills/fill-queue.ts'
import { Fills } from './fills/fills.ts'
import { PartLookups } from './fills/part-lookups.ts'
import { LedgerReads } from './gateway/ledger-reads.ts'
import { instamintViews } from './instamint/instamint-views.ts'
import { CostPreview, costXrdMaxOf } from './intents/cost-preview.ts'
import { flashApi, makerApi } from './maker-wiring.ts'
import type { NodeQueues } from './operator/metrics-registry.ts'
import { MatchQueue } from './orders/match-queue.ts'
import { OrderGate } from './orders/order-gate.ts'
import { OrderLookups } from './orders/order-lookups.ts'
import { Orders } from './orders/orders.ts'
import type { Exchange, Platform } from './platform.ts'

/** The public interfaces, and how much waits behind them. */
export type WiredApi = ApiDeps & { readonly queues: () => NodeQueues }

/** Puts commands and views behind the interfaces for participants. */
export function wirePublicApi(parts: Parts): WiredApi {
	const { config, platform, exchange, streams } = parts
	const shared = sharedBy(parts)
	const { costPreview, matchQueue, authenticate } = shared
	const orderLookups = new OrderLookups(parts.platform)
	// What makers ask for does not wait behind strangers: a fill that they hold up would count against its maker.
	const fillQueue = new FillQueue({
		...parts.platform,
		...exchange,
		filledOrders: parts.bundles.filledOrders,
		solverReads: parts.bundles.solverReads,
		// As the loops do, which leave it to the other nodes.
		leavesPublishing: () => parts.nodes !== undefined && platform.ledgerWatch.isSkewed,
	})
	const partLookups = new PartLookups(parts.platform)
	const { excusedParts } = parts
	const fills = new Fills({ ...parts.platform, ...exchange, ...shared, partLookups, fillQueue, excusedParts })
	const orderGate = new OrderGate({ stalls: () => parts.loops.stalls(), disk: parts.disk })
	const orders = new Orders({ ...parts.platform, ...exchange, ...parts.books, ...shared, orderGate, orderLookups })
	return {
		queues: () => ({
			previewsRunning: costPreview.depth.running,
			previewsWaiting: costPreview.depth.waiting,
			ordersToMatch: matchQueue.depth,
			orderLookups: orderLookups.depth,
			partLookups: partLookups.depth,
			fillsToWrite: fillQueue.depth,
		}),
		trade: {
			...tradeApi(parts, { ...shared, orders, orderGate }),
			readiness: readinessOf(parts, shared),
			busLost: () => parts.nodes?.line.fault() !== undefined,
		},
		flash: flashApi(parts, { authenticate, fills }),
		solver: { clock: platform.clock, bundles: streams.bundles, events: streams.solverLog, authenticate },
		maker: makerApi(parts, fills),
		instamint: instamintViews({ ...parts.platform, ...exchange, paybackKey: config.instamint?.paybackKey }),
		page: { network: exchange.network, gatewayUrl: config.gatewayUrl, ...config.page },
		limits: exchange.limits,
		metrics: platform.metrics,
		log: platform.log,
	}
}

/** Not behind the requests: a service that is overrun is ready, if it can work. */
function readinessOf({ platform, loops, disk, nodes }: Parts, { ledger }: Shared): ApiDeps['trade']['readiness'] {
	const { db, clock } = platform
	const ledgerDoubt = () => platform.ledgerWatch.doubt()
	const busFault = () => nodes?.line.fault() ?? nodes?.feed.missing()
	const readiness = new Readiness({ db, clock, loops, disk, busFault, ledgerDoubt, ledgerState: () => ledger.state() })
	return () => readiness.checks()
}

function sharedBy({
	config,
	platform,
	exchange,
	books,
	threads,
	streams,
}: Pick<Parts, 'config' | 'platform' | 'exchange' | 'books' | 'threads' | 'streams'>): Shared {
	const { account, keyPair: publicKey, formerKeyPair: formerPublicKey } = exchange.service
	const base = { ...platform, ...exchange, threads }
	return {
		threads,
		costPreview: new CostPreview({
			...base,
			service: { account, publicKey, ...(formerPublicKey && { formerPublicKey }) },
			costXrdMax: costXrdMaxOf(config.settlement),
		}),
		matchQueue: new MatchQueue({ ...base, ...books, newOrders: streams.newOrders }),
		ledger: new LedgerReads(platform),
		authenticate: authenticateOf(platform),
	}
}

function authenticateOf({ db, clock, log }: Platform): Authenticate {
	const onError = (error: unknown) => log.warn({ err: error }, 'the last use of an API key could not be written')
	const uses = new ApiKeyUses({ database: db.requests, clock, onError })
	return async apiKey => {
		const found = await authenticate({ database: db.requests, clock }, apiKey)
		if (found !== undefined) void uses.note(found.keyId)
		return found
	}
}

type Taking = { readonly orders: Orders; readonly orderGate: OrderGate }
type TradeApi = Omit<ApiDeps['trade'], 'readiness' | 'busLost'>

function tradeApi(parts: Parts, { ledger, orders, orderGate, ...shared }: Shared & Taking): TradeApi {
	const { config, platform, exchange, books, streams } = parts
	const { db, clock } = platform
	const { networkId, market, feeInfo } = exchange
	const base = { ...platform, ...exchange, ...books }
	return {
		networkId,
		clock,
		market,
		feeInfo,
		shownBooks: books.shownBooks,
		ledgerState: () => ledger.state(),
		balancesOf: address => ledger.balancesOf(address),
		accountsOfMaker: makerId => accountsOfMaker(db.requests, makerId),
		levelOf: address => levelOf(db.requests, address),
		orders,
		orderWatch: streams.orders,
		trades: parts.trades,
		traces: parts.traces,
		settlement: parts.settlement,
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
			parseManifest({ ...deps, levelOf: account => levelOf(deps.db.requests, account) }, request, client),
		createSubintent: ({ orderId, ...request }, client) =>
			orderId === undefined
				? createOrderSubintent(deps, request, client)
				: createFillSubintent(deps, { ...request, orderId }, client),
		sign: (request, client) => signOrderSubintent(deps, request, client),
	}
}
