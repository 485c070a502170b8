import type { AddressInfo } from 'node:net'
import { TradeError, type Version } from '@accord/protocol'
import { operations } from '@accord/protocol/contract'
import type { FastifyInstance } from 'fastify'
import { networkRanges } from '../config/network-ranges.ts'
import { isIntegratorsKey } from '../integrators/integrators.ts'
import type { NodeQueues, RunningNode } from '../operator/operator-rooms.ts'
import type { ApiRooms } from './api-rooms.ts'
import { documentHandlers } from './docs/documents.ts'
import { FlashSockets } from './flash/flash-sockets.ts'
import { unauthorized } from './http/api-key.ts'
import type { TrustProxy } from './http/client-address.ts'
import { limitConnections } from './http/connection-limits.ts'
import { countRequests } from './http/count-requests.ts'
import { EventStreams } from './http/event-streams.ts'
import { createHttpServer } from './http/http-server.ts'
import { closeInBatches, OpenConnections } from './http/open-connections.ts'
import { RateLimits } from './http/rate-limits.ts'
import { registerRoutes } from './http/routes.ts'
import { traceRequests } from './http/trace-requests.ts'
import { instamintHandlers } from './maker/instamint-handlers.ts'
import { makerHandlers } from './maker/maker-handlers.ts'
import { coinGeckoHandlers, geckoTerminalHandlers } from './market-lists/coingecko.ts'
import { coinMarketCapHandlers, defiLlamaHandlers } from './market-lists/coinmarketcap.ts'
import { MarketLists } from './market-lists/market-lists.ts'
import { registerPage } from './page/page.ts'
import { healthHandlers } from './service/health.ts'
import { serviceInfoHandlers, serviceLimits, serviceVersion } from './service/service-info.ts'
import { Heartbeat } from './sockets/heartbeat.ts'
import { socketsClosed } from './sockets/path-sockets.ts'
import { acceptUpgrades, type SocketPath } from './sockets/upgrades.ts'
import { SolverSockets } from './solver/solver-sockets.ts'
import { BookBroadcasts } from './trade/book-broadcasts.ts'
import { combinedStreamHandlers } from './trade/combined-stream.ts'
import { constructionHandlers } from './trade/construction.ts'
import { integratorHandlers } from './trade/integrators.ts'
import { marketHandlers } from './trade/market.ts'
import { orderBookHandlers } from './trade/order-book.ts'
import { OrderStreams } from './trade/order-streams.ts'
import { orderHandlers } from './trade/orders.ts'
import { TradeBroadcasts } from './trade/trade-broadcasts.ts'
import { tradesHandlers } from './trade/trades.ts'

/** The interfaces for participants, served on one port. */
export type Api = {
	readonly port: number
	/** This node's report about itself. */
	readonly node: RunningNode
	/**
	 * Closes the sessions of makers and solvers, whose clients then reconnect, because the numbered logs have started
	 * over.
	 */
	restartLogs(): void
	/**
	 * Refuses new requests and sessions, ends every session, a few at a time, and waits for the requests in progress, for
	 * 8 s at most.
	 */
	close(): Promise<void>
}

const beatMs = 1_000

/** Opens the Trade API, `/flash` and `/subintent-stream` on one HTTP server. */
export async function openPublicApi(rooms: ApiRooms): Promise<Api> {
	const { platform, accounts, prices, fills, streams, config } = rooms
	const { clock, limits, log, metrics } = platform
	const { host, port, trustedProxies } = config
	const countClosed = (name: string) => ({
		onClosed: (code: number) => metrics.count(socketsClosed, `${name} ${code}`),
	})
	const heartbeat = new Heartbeat({ beatMs })
	const flash = new FlashSockets({ platform, accounts, prices, fills, streams, heartbeat }, countClosed('flash'))
	const solver = new SolverSockets({ platform, accounts, streams, heartbeat }, countClosed('solver'))
	const isTrustedProxy = networkRanges(trustedProxies)
	const rateLimits = new RateLimits({ clock, limits, isTrustedProxy })
	const app = createHttpServer({ rateLimits, limits, log })
	const eventStreams = new EventStreams(limits, isTrustedProxy)
	const version = serviceVersion(rooms.network)
	countRequests(app, platform)
	traceRequests(app, platform.tracing)
	registerOperations(app, rooms, { eventStreams, rateLimits, flash, isTrustedProxy, version })
	const paths = new Map<string, SocketPath>([
		['/flash', flash],
		['/subintent-stream', solver],
	])
	registerSocketPaths(app, paths.keys())
	const onError = (error: unknown) => log.error({ err: error }, 'upgrade failed')
	const onUnauthorized = (path: string) => metrics.count(unauthorized, path === '/flash' ? 'flash' : 'solver')
	acceptUpgrades(app.server, { paths, rateLimits, onError, onUnauthorized })
	const openConnections = limitConnections(app.server, { limits, isTrustedProxy, metrics })
	const { maxConnections } = app.server
	if (maxConnections < limits.connections) log.warn({ maxConnections }, 'too few open files for limits.connections')
	const connections = new OpenConnections(app.server)
	const close = async () => {
		connections.end()
		// Started first, so that no further connection or request is accepted.
		const closed = app.close()
		await closeInBatches([...flash.sockets.drain(), ...solver.sockets.drain(), ...eventStreams.drain()])
		heartbeat.stop()
		flash.sockets.close()
		solver.sockets.close()
		eventStreams.close()
		streams.orders.stop()
		await closed
		connections.stop()
	}
	let closing: Promise<void> | undefined
	const closeOnce = () => {
		closing ??= close()
		return closing
	}
	try {
		await app.listen({ host, port })
	} catch (error) {
		await closeOnce()
		throw error
	}
	const { port: opened } = app.server.address() as AddressInfo
	return {
		port: opened,
		node: {
			version,
			url: `http://${host.includes(':') ? `[${host}]` : host}:${opened}`,
			startedAtMs: clock.nowMs(),
			sessionsOf: makerId => flash.sessionsOf(makerId),
			sessions: () => ({
				makers: flash.sockets.size,
				solvers: solver.sockets.size,
				eventStreams: eventStreams.size,
			}),
			connections: openConnections,
			busiestAddress: () => rateLimits.busiestAddress(),
			queues: () => queuesOf(rooms),
		},
		restartLogs: () => {
			flash.sockets.restart()
			solver.sockets.restart()
		},
		close: closeOnce,
	}
}

function queuesOf({ intents, orders, fills, streams }: ApiRooms): NodeQueues {
	const { running: previewsRunning, waiting: previewsWaiting } = intents.costPreview.depth
	return { previewsRunning, previewsWaiting, ...orders.depth, ...fills.depth, replayPages: streams.replays.depth }
}

/** Routes of the server itself. */
type Server = {
	readonly eventStreams: EventStreams
	readonly rateLimits: RateLimits
	readonly flash: FlashSockets
	readonly isTrustedProxy: TrustProxy
	readonly version: Version
}

/** Every operation of the contract has its handler here; those of the page are registered with its plugins. */
function registerOperations(app: FastifyInstance, rooms: ApiRooms, server: Server): void {
	const { config, network, platform, accounts, prices, orders, quotes, fills } = rooms
	const { settlement, trades, traces, breaker, streams } = rooms
	const { metrics } = platform
	const { eventStreams, rateLimits, flash, isTrustedProxy, version } = server
	const { shownBooks, makerBooks } = prices
	const marketLists = new MarketLists({ platform, shownBooks })
	const books = new BookBroadcasts({ platform, shownBooks })
	const tradeStreams = new TradeBroadcasts({ platform, feed: trades.feed })
	const orderStreams = new OrderStreams({ orders, orderWatch: streams.orders })
	const { getPage, getPageInfo, ...others } = operations
	registerRoutes(app, {
		operations: others,
		handlers: {
			...marketHandlers({ platform, accounts }),
			...orderBookHandlers(app, { platform, shownBooks, books, eventStreams, rateLimits, metrics }),
			...orderHandlers({
				platform,
				quotes,
				orders,
				orderWatch: streams.orders,
				orderStreams,
				eventStreams,
				settlement,
			}),
			...tradesHandlers(app, { platform, trades, tradeStreams, traces, eventStreams }),
			...combinedStreamHandlers({ books, trades: tradeStreams, orders: orderStreams, eventStreams, log: platform.log }),
			...coinGeckoHandlers(marketLists),
			...geckoTerminalHandlers(marketLists),
			...coinMarketCapHandlers(marketLists, platform),
			...defiLlamaHandlers(marketLists),
			...integratorHandlers(platform),
			...constructionHandlers({ platform, accounts, fills }),
			...makerHandlers({ platform, makerBooks, fills, breaker: breaker.makerBreaker, flash }),
			...instamintHandlers(rooms.instamintViews),
			...serviceInfoHandlers({ version, limits: () => serviceLimits(config, platform.settlement) }),
			...healthHandlers(app, rooms.readiness),
			...documentHandlers(app, isTrustedProxy),
		},
		authenticate: apiKey => accounts.authenticate(apiKey),
		isIntegrators: key => isIntegratorsKey(platform.db.requests, key),
	})
	registerPage(app, { network, gatewayUrl: config.gatewayUrl, ...config.page })
}

/** Tells clients to upgrade if they send an ordinary request to a WebSocket's path. */
function registerSocketPaths(app: FastifyInstance, paths: Iterable<string>): void {
	for (const path of paths) {
		app.get(path, async (_, reply) => {
			reply.headers({ upgrade: 'websocket', connection: 'upgrade' })
			throw new TradeError('upgrade_required', `${path} is a WebSocket`)
		})
	}
}
