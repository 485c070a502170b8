import type { AddressInfo } from 'node:net'
import { TradeError } from '@accord/protocol'
import { operations } from '@accord/protocol/contract'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { networkRanges } from '../config/network-ranges.ts'
import type { InstamintViews } from '../instamint/instamint-views.ts'
import type { ServiceMetrics } from '../metrics/service-metrics.ts'
import type { OpenSessions } from '../operator/overview.ts'
import { documentHandlers } from './docs/documents.ts'
import { FlashSockets, type FlashSocketsDeps } from './flash/flash-sockets.ts'
import type { TrustProxy } from './http/client-address.ts'
import { limitConnections } from './http/connection-limits.ts'
import { EventStreams } from './http/event-streams.ts'
import { createHttpServer } from './http/http-server.ts'
import { closeInBatches, OpenConnections } from './http/open-connections.ts'
import { type AddressShares, RateLimits } from './http/rate-limits.ts'
import { registerRoutes } from './http/routes.ts'
import { instamintHandlers } from './maker/instamint-handlers.ts'
import { type MakerDeps, makerHandlers } from './maker/maker-handlers.ts'
import { type PageSettings, registerPage } from './page/page.ts'
import { type HealthDeps, healthHandlers } from './service/readiness.ts'
import { type ServiceInfoDeps, serviceInfoHandlers } from './service/service-info.ts'
import { Heartbeat } from './sockets/heartbeat.ts'
import { acceptUpgrades, type SocketPath } from './sockets/upgrades.ts'
import { SolverSockets, type SolverSocketsDeps } from './solver/solver-sockets.ts'
import { type ConstructionDeps, constructionHandlers } from './trade/construction.ts'
import { type MarketDeps, marketHandlers } from './trade/market.ts'
import { type OrderBookDeps, orderBookHandlers } from './trade/order-book.ts'
import { type OrdersDeps, orderHandlers } from './trade/orders.ts'
import { type TradesDeps, tradesHandlers } from './trade/trades.ts'

export type ApiDeps = {
	readonly trade: MarketDeps &
		Omit<OrderBookDeps, 'eventStreams' | 'rateLimits' | 'metrics'> &
		Omit<OrdersDeps, 'eventStreams'> &
		Omit<TradesDeps, 'eventStreams'> &
		ConstructionDeps &
		ServiceInfoDeps &
		HealthDeps
	readonly flash: Omit<FlashSocketsDeps, 'heartbeat' | 'limits' | 'log'>
	readonly solver: Omit<SolverSocketsDeps, 'heartbeat' | 'limits' | 'log'>
	readonly maker: Omit<MakerDeps, 'sessionsOf'>
	readonly instamint: InstamintViews
	readonly page: PageSettings
	readonly limits: {
		readonly bodyBytes: number
		readonly messageBytes: number
		readonly outgoingBytes: number
		readonly messagesPerSecond: number
		readonly requestsPerMinute: number
		readonly requestsPerMinutePerKey: number
		readonly connections: number
		readonly connectionsPerAddress: number
		readonly eventStreamsPerAddress: number
		readonly solverConnectionsPerAddress: number
	}
	readonly metrics: ServiceMetrics
	readonly log: Logger
}

/** The three interfaces for participants, open on one port. */
export type Api = {
	readonly port: number
	/** Sessions that a maker has open. */
	sessionsOf(makerId: string): number
	sessions(): OpenSessions
	/** Connections of any kind. */
	connections(): number
	/** Closes the sessions of makers and solvers, whose clients reconnect: the numbered logs have begun again. */
	restartLogs(): void
	/** Which part of its limits the address takes that takes most. */
	busiestAddress(): AddressShares
	/** Refuses new requests and sessions, ends every session, some at a time, and waits for the requests under way: 8 s at most. */
	close(): Promise<void>
}

/** Where the interfaces listen, and behind which proxies. */
type Listening = { readonly host: string; readonly port: number; readonly trustedProxies: readonly string[] }

const beatMs = 1_000

/** Opens the Trade API, `/flash` and `/subintent-stream` on one HTTP server. */
export async function openPublicApi(deps: ApiDeps, { host, port, trustedProxies }: Listening): Promise<Api> {
	const { limits, log, metrics } = deps
	const countClosed = (name: string) => (code: number) => metrics.socketsClosed.add(`${name} ${code}`)
	const heartbeat = new Heartbeat({ beatMs })
	const flash = new FlashSockets({ ...deps.flash, heartbeat, limits, log, onClosed: countClosed('flash') })
	const solver = new SolverSockets({ ...deps.solver, heartbeat, limits, log, onClosed: countClosed('solver') })
	const isTrustedProxy = networkRanges(trustedProxies)
	const rateLimits = new RateLimits({ clock: deps.trade.clock, limits, isTrustedProxy })
	const app = createHttpServer({ rateLimits, limits, log })
	const eventStreams = new EventStreams(limits, isTrustedProxy)
	countRequests(app, deps)
	const sessionsOf = (makerId: string) => flash.sessionsOf(makerId)
	registerOperations(app, { ...deps, eventStreams, rateLimits, sessionsOf, isTrustedProxy })
	const paths = new Map<string, SocketPath>([
		['/flash', flash],
		['/subintent-stream', solver],
	])
	registerSocketPaths(app, paths.keys())
	const onError = (error: unknown) => log.error({ err: error }, 'upgrade failed')
	const onUnauthorized = (path: string) => metrics.unauthorized.add(path === '/flash' ? 'flash' : 'solver')
	acceptUpgrades(app.server, { paths, rateLimits, onError, onUnauthorized })
	const onRefused = (reason: string) => metrics.connectionsRefused.add(reason)
	const openConnections = limitConnections(app.server, { limits, isTrustedProxy, onRefused })
	const { maxConnections } = app.server
	if (maxConnections < limits.connections) log.warn({ maxConnections }, 'too few open files for limits.connections')
	const connections = new OpenConnections(app.server)
	const close = async () => {
		connections.end()
		// Begun first: no connection is accepted any more, and no request.
		const closed = app.close()
		await closeInBatches([...flash.sockets.drain(), ...solver.sockets.drain(), ...eventStreams.drain()])
		heartbeat.stop()
		flash.sockets.close()
		solver.sockets.close()
		eventStreams.close()
		deps.trade.orderWatch.stop()
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
	return {
		port: (app.server.address() as AddressInfo).port,
		sessionsOf,
		sessions: () => ({
			makers: flash.sockets.size,
			solvers: solver.sockets.size,
			eventStreams: eventStreams.size,
		}),
		connections: openConnections,
		restartLogs: () => {
			flash.sockets.restart()
			solver.sockets.restart()
		},
		busiestAddress: () => rateLimits.busiestAddress(),
		close: closeOnce,
	}
}

type OperationDeps = Pick<ApiDeps, 'trade' | 'flash' | 'maker' | 'instamint' | 'page' | 'metrics'> &
	Pick<OrderBookDeps, 'eventStreams' | 'rateLimits'> &
	Pick<MakerDeps, 'sessionsOf'> & { readonly isTrustedProxy: TrustProxy }

/** Every operation of the contract has its handler here; those of the page are registered with its plugins. */
function registerOperations(app: FastifyInstance, deps: OperationDeps): void {
	const { eventStreams, rateLimits, metrics, sessionsOf } = deps
	const { getPage, getPageInfo, ...others } = operations
	const trade = { ...deps.trade, eventStreams, rateLimits, metrics }
	registerRoutes(app, {
		operations: others,
		handlers: {
			...marketHandlers(trade),
			...orderBookHandlers(app, trade),
			...orderHandlers(trade),
			...tradesHandlers(app, trade),
			...constructionHandlers(trade),
			...makerHandlers({ ...deps.maker, sessionsOf }),
			...instamintHandlers(deps.instamint),
			...serviceInfoHandlers(trade),
			...healthHandlers(app, trade),
			...documentHandlers(app, deps.isTrustedProxy),
		},
		authenticate: deps.flash.authenticate,
	})
	registerPage(app, deps.page)
}

/** Tells clients that send an ordinary request to a WebSocket's path to upgrade. */
function registerSocketPaths(app: FastifyInstance, paths: Iterable<string>): void {
	for (const path of paths) {
		app.get(path, async (_, reply) => {
			reply.headers({ upgrade: 'websocket', connection: 'upgrade' })
			throw new TradeError('upgrade_required', `${path} is a WebSocket`)
		})
	}
}

/** Counts every answer by route and status; requests that no route answers are counted as one route. */
function countRequests(app: FastifyInstance, { metrics, log }: Pick<ApiDeps, 'metrics' | 'log'>): void {
	app.addHook('onResponse', (request, reply, done) => {
		const { method, routeOptions, id: requestId } = request
		const answer = { method, route: routeOptions.url ?? 'none', status: reply.statusCode, ms: reply.elapsedTime }
		metrics.answered(answer)
		if (answer.status === 401) metrics.unauthorized.add('http')
		log.debug({ requestId, ...answer }, 'request answered')
		done()
	})
}
