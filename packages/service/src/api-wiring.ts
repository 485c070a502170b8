import { pairKey } from '@accord/protocol'
import { Accounts } from './accounts/accounts.ts'
import type { Authenticate } from './api/http/api-key.ts'
import type { ApiDeps } from './api/public-api.ts'
import { Readiness } from './api/service/readiness.ts'
import { serviceLimits, serviceVersion } from './api/service/service-info.ts'
import type { Parts, Shared } from './api-parts.ts'
import { MakerBreaker } from './breaker/maker-breaker.ts'
import { composeLimitOrder } from './construction/compose.ts'
import { parseManifest } from './construction/parse.ts'
import { quoteOrder } from './construction/quote.ts'
import { createOrderSubintent, signOrderSubintent } from './construction/subintents.ts'
import { composeFill, createFillSubintent } from './fills/compose-fill.ts'
import { type Fills, openFills } from './fills/fills.ts'
import { LedgerReads } from './gateway/ledger-reads.ts'
import { instamintViews } from './instamint/instamint-views.ts'
import { CostPreview, costXrdMaxOf } from './intents/cost-preview.ts'
import type { NodeQueues } from './operator/metrics-registry.ts'
import { OrderGate } from './orders/order-gate.ts'
import { type Orders, openOrders } from './orders/orders.ts'
import type { Exchange, Platform } from './platform.ts'
import { IncomingBooks } from './prices/incoming-books.ts'
import { MakerBooks } from './prices/maker-books.ts'
import { priceBookLevelsMax } from './prices/price-books.ts'

/** The public interfaces, and how much waits behind them. */
export type WiredApi = ApiDeps & { readonly queues: () => NodeQueues }

/** Puts commands and views behind the interfaces for participants. */
export function wirePublicApi(parts: Parts): WiredApi {
	const { config, platform, exchange, streams } = parts
	const shared = sharedBy(parts)
	const { costPreview, accounts } = shared
	const authenticate: Authenticate = apiKey => accounts.authenticate(apiKey)
	const { filledOrders, solverReads } = parts.bundles
	const fills = openFills({
		...platform,
		...exchange,
		...shared,
		filledOrders,
		solverReads,
		excusedParts: parts.excusedParts,
		// As the loops do, which leave it to the other nodes.
		leavesPublishing: () => parts.nodes !== undefined && platform.ledgerWatch.isSkewed,
	})
	const orderGate = new OrderGate({ stalls: () => parts.loops.stalls(), disk: parts.disk })
	const { newOrders } = streams
	const orders = openOrders({ ...platform, ...exchange, ...parts.books, ...shared, orderGate, newOrders })
	const makerBooks = new MakerBooks({ ...platform, ...exchange, ...parts.books })
	const forMakers = { authenticate, fills, makerBooks }
	return {
		queues: () => ({
			previewsRunning: costPreview.depth.running,
			previewsWaiting: costPreview.depth.waiting,
			...orders.depth,
			...fills.depth,
		}),
		trade: {
			...tradeApi(parts, { ...shared, orders, orderGate }),
			readiness: readinessOf(parts, shared),
			busLost: () => parts.nodes?.line.fault() !== undefined,
		},
		flash: flashApi(parts, forMakers),
		solver: { clock: platform.clock, bundles: streams.bundles, events: streams.solverLog, authenticate },
		maker: makerApi(parts, forMakers),
		instamint: instamintViews({ ...platform, ...exchange, paybackAddress: parts.instamint?.paybackAddress }),
		page: { network: exchange.network, gatewayUrl: config.gatewayUrl, ...config.page },
		limits: exchange.limits,
		metrics: platform.metrics,
		log: platform.log,
	}
}

type ForMakers = { readonly authenticate: Authenticate; readonly fills: Fills; readonly makerBooks: MakerBooks }

/** What makers do by their sessions. */
function flashApi(
	{ platform, exchange, books, streams }: Parts,
	{ authenticate, fills, makerBooks }: ForMakers,
): ApiDeps['flash'] {
	const { market } = exchange
	const tokens = new Map(market.tokens.map(token => [token.symbol, token]))
	const pairs = new Map(market.pairs.map(pair => [pairKey(pair), pair]))
	return {
		clock: platform.clock,
		priceBookRules: { tokens, pairs, maxLevels: priceBookLevelsMax },
		books: books.books,
		incomingBooks: new IncomingBooks({ ...books, db: platform.db, reservations: books.liveBooks.reservations }),
		makerBooks,
		newOrders: streams.newOrders,
		fillExecutions: streams.fillExecutions,
		breaker: streams.breaker,
		keys: streams.keys,
		authenticate,
		fills,
	}
}

/** What a maker sees of itself and may change. */
function makerApi({ platform, exchange, books }: Parts, { fills, makerBooks }: ForMakers): ApiDeps['maker'] {
	const { requestsPerMinutePerKey: requestsPerMinute, messagesPerSecond } = exchange.limits
	return {
		clock: platform.clock,
		market: exchange.market,
		makerBooks,
		makerLimits: { requestsPerMinute, messagesPerSecond, priceBookLevels: priceBookLevelsMax },
		fills,
		breaker: new MakerBreaker({ ...platform, ...exchange, ...books }),
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
	threads,
}: Pick<Parts, 'config' | 'platform' | 'exchange' | 'threads'>): Shared {
	const { account, keyPair: publicKey, formerKeyPair: formerPublicKey } = exchange.service
	const base = { ...platform, ...exchange, threads }
	return {
		threads,
		costPreview: new CostPreview({
			...base,
			service: { account, publicKey, ...(formerPublicKey && { formerPublicKey }) },
			costXrdMax: costXrdMaxOf(config.settlement),
		}),
		ledger: new LedgerReads(platform),
		accounts: new Accounts(platform),
	}
}

type Taking = { readonly orders: Orders; readonly orderGate: OrderGate }
type TradeApi = Omit<ApiDeps['trade'], 'readiness' | 'busLost'>

function tradeApi(parts: Parts, { ledger, orders, orderGate, ...shared }: Shared & Taking): TradeApi {
	const { config, platform, exchange, books, streams } = parts
	const { clock } = platform
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
		accounts: shared.accounts,
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
	deps: Platform & Exchange & Pick<Shared, 'ledger' | 'threads' | 'accounts'>,
): ApiDeps['trade']['construction'] {
	return {
		compose: request => composeLimitOrder(deps, request),
		composeFill: fill => composeFill(deps, fill),
		parse: (request, client) => parseManifest(deps, request, client),
		createSubintent: ({ orderId, ...request }, client) =>
			orderId === undefined
				? createOrderSubintent(deps, request, client)
				: createFillSubintent(deps, { ...request, orderId }, client),
		sign: (request, client) => signOrderSubintent(deps, request, client),
	}
}
