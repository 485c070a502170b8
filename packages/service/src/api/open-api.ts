import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { networkRanges } from '../config/network-ranges.ts'
import type { ServiceMetrics } from '../metrics/service-metrics.ts'
import { acceptUpgrades, type SocketPath } from './accept-upgrades.ts'
import { countRequests } from './count-requests.ts'
import { registerDocs } from './docs/docs-routes.ts'
import { EventStreams } from './event-streams.ts'
import { FlashSockets, type FlashSocketsDeps } from './flash/flash-sockets.ts'
import { Heartbeat } from './heartbeat.ts'
import { type MakerRouteDeps, registerMakerRoutes } from './maker/maker-routes.ts'
import { OpenConnections } from './open-connections.ts'
import type { PageSettings } from './page/page-info.ts'
import { registerPage } from './page/page-routes.ts'
import { RateLimits } from './rate-limits.ts'
import { SolverSockets, type SolverSocketsDeps } from './solver/solver-sockets.ts'
import { createTradeApp } from './trade/trade-app.ts'
import { registerTradeRoutes, type TradeRouteDeps } from './trade/trade-routes.ts'

export type ApiDeps = {
	readonly trade: Omit<TradeRouteDeps, 'paths' | 'eventStreams' | 'rateLimits' | 'metrics'>
	readonly flash: Omit<FlashSocketsDeps, 'heartbeat' | 'limits' | 'log'>
	readonly solver: Omit<SolverSocketsDeps, 'heartbeat' | 'limits' | 'log'>
	readonly maker: Omit<MakerRouteDeps, 'authenticate' | 'sessionsOf'>
	readonly page: PageSettings
	readonly limits: {
		readonly bodyBytes: number
		readonly messageBytes: number
		readonly outgoingBytes: number
		readonly messagesPerSecond: number
		readonly requestsPerMinute: number
		readonly requestsPerMinutePerKey: number
		readonly eventStreamsPerAddress: number
	}
	readonly metrics: ServiceMetrics
	readonly log: Logger
}

/** Connections that a node has open. */
export type OpenSessions = { readonly makers: number; readonly solvers: number; readonly eventStreams: number }

/** The three interfaces, open on one port. */
export type Api = {
	readonly port: number
	/** Sessions that a maker has open. */
	sessionsOf(makerId: string): number
	sessions(): OpenSessions
	/** Refuses what is new, ends every session, and waits for the requests under way. */
	close(): Promise<void>
}

/** Where the interfaces listen, and behind which proxies. */
type Listening = { readonly host: string; readonly port: number; readonly trustedProxies: readonly string[] }

const beatMs = 1_000

/** Opens the Trade API, `/flash` and `/subintent-stream` on one HTTP server. */
export async function openApi(deps: ApiDeps, { host, port, trustedProxies }: Listening): Promise<Api> {
	const { limits, log, metrics } = deps
	const closedOf = (name: string) => (code: number) => metrics.socketsClosed.add(`${name} ${code}`)
	const heartbeat = new Heartbeat({ beatMs })
	const flash = new FlashSockets({ ...deps.flash, heartbeat, limits, log, closed: closedOf('flash') })
	const solver = new SolverSockets({ ...deps.solver, heartbeat, limits, log, closed: closedOf('solver') })
	const paths = new Map<string, SocketPath>([
		['/flash', flash],
		['/subintent-stream', solver],
	])
	const isTrustedProxy = networkRanges(trustedProxies)
	const rateLimits = new RateLimits({ clock: deps.trade.clock, limits, isTrustedProxy })
	const app = createTradeApp({ rateLimits, limits, log })
	countRequests(app, { metrics, log })
	const eventStreams = new EventStreams(limits, isTrustedProxy)
	app.addHook('preClose', async () => eventStreams.close())
	registerTradeRoutes(app, { ...deps.trade, paths: paths.keys(), eventStreams, rateLimits, metrics })
	registerDocs(app)
	registerPage(app, deps.page)
	const onError = (error: unknown) => log.error({ err: error }, 'upgrade failed')
	const sessionsOf = (makerId: string) => flash.sessionsOf(makerId)
	registerMakerRoutes(app, { ...deps.maker, authenticate: deps.flash.authenticate, sessionsOf })
	acceptUpgrades(app.server, { paths, rateLimits, onError })
	const connections = new OpenConnections(app.server)
	const close = async () => {
		heartbeat.stop()
		flash.close()
		solver.close()
		connections.end()
		await app.close()
		connections.stop()
	}
	try {
		await app.listen({ host, port })
	} catch (error) {
		await close()
		throw error
	}
	return {
		port: (app.server.address() as AddressInfo).port,
		sessionsOf,
		sessions: () => ({
			makers: flash.server.clients.size,
			solvers: solver.server.clients.size,
			eventStreams: eventStreams.size,
		}),
		close,
	}
}
