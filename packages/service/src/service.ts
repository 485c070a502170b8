import { GatewayClient, signatureAccessRule } from '@accord/ledger'
import type { Clock } from '@accord/protocol'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { registerConfigured } from './accounts/makers.ts'
import { openOperatorApi } from './api/operator/operator-api.ts'
import { openPublicApi } from './api/public-api.ts'
import { Streams } from './api/streams.ts'
import { ExcusedParts } from './breaker/excused-parts.ts'
import { PausedMakers } from './breaker/paused-makers.ts'
import type { Bus } from './bus/bus.ts'
import { inProcessBus } from './bus/in-process-bus.ts'
import type { Config } from './config/config.ts'
import { type ServiceIdentity, serviceIdentity } from './config/service-identity.ts'
import { type OpenDatabase, openDatabase } from './db/open-database.ts'
import type { Tables } from './db/tables.ts'
import { measuredGateway } from './gateway/call-gateway.ts'
import type { LoopDeps } from './loops/loop.ts'
import { feeInfoOf } from './market/fee-info.ts'
import { createMarket } from './market/market.ts'
import { ServiceMetrics } from './metrics/service-metrics.ts'
import { logAsked, observeSteps } from './observed-trades.ts'
import { OrderJournal } from './operator/order-journal.ts'
import { LiveBooks } from './prices/live-books.ts'
import { PriceBooks } from './prices/price-books.ts'
import { ShownBooks } from './prices/shown-books.ts'
import { startLoops } from './start-loops.ts'
import { openTrace } from './trace/trace-order.ts'
import { wireApi } from './wire-api.ts'
import { operatorApi } from './wire-operator-api.ts'

export type ServiceDeps = {
	readonly clock: Clock
	readonly log: Logger
	/** Instead of the one of the configuration. */
	readonly gateway?: GatewayClient
	/** Instead of the one of the configuration; whoever opened it watches and closes it. */
	readonly database?: Pick<OpenDatabase, 'db'>
}

/** A running service. */
export type Service = {
	readonly url: string
	readonly port: number
	/** Where the operator API listens; absent without one. */
	readonly operatorUrl?: string
	readonly db: Kysely<Tables>
	readonly bus: Bus
	/** Resolves when the database is gone for good: nothing but a new process helps. */
	readonly lost: Promise<Error>
	/** Resolves when no loop has anything left to do now. */
	drain(): Promise<void>
	/** Ends sessions and requests, then the loops, then the database. */
	stop(): Promise<void>
}

/**
 * Starts the service: it listens when this resolves, and all that it acknowledged before it last stopped goes on.
 * A start that fails leaves nothing open.
 */
export async function startService(config: Config, deps: ServiceDeps): Promise<Service> {
	const opened = new AsyncDisposableStack()
	try {
		return await start(config, { ...deps, opened })
	} catch (error) {
		await opened.disposeAsync()
		throw error
	}
}

type StartDeps = ServiceDeps & { readonly opened: AsyncDisposableStack }

async function start(config: Config, { opened, ...deps }: StartDeps): Promise<Service> {
	const { clock, log } = deps
	const service = serviceIdentity(config)
	const metrics = new ServiceMetrics()
	const gateway = measuredGateway(deps.gateway ?? new GatewayClient({ url: config.gatewayUrl }), metrics)
	const { network, market, feeInfo } = await openMarket(config, { gateway, service })
	const { db, lost } = await openConfigured(config, { database: deps.database, opened })
	await registerConfigured({ db, clock }, config)
	const bus = inProcessBus({ onError: (error, subject) => log.error({ err: error, subject }, 'a listener failed') })
	const { limits, breaker } = config
	const onRun: LoopDeps['onRun'] = (loop, run) => metrics.ran(loop, run)
	const watched = { clock, log, metrics, onRun }
	const base = { ...watched, config, limits, breaker, db, bus, gateway, network, market, feeInfo, service }
	opened.defer(logAsked(base))

	const books = new PriceBooks({ clock, bus, withdrawAfterMs: config.priceBookWithdrawAfterMs })
	const onError = (error: unknown) => log.error({ err: error }, 'books or pauses could not be read')
	const pausedMakers = new PausedMakers({ ...base, books, onError })
	await pausedMakers.start()
	opened.defer(() => pausedMakers.stop())
	const liveBooks = new LiveBooks({ ...base, books })
	const shownBooks = new ShownBooks({ ...base, liveBooks, makersPerOrder: config.makersPerOrder, onError })
	await shownBooks.start()
	opened.defer(() => shownBooks.stop())

	const streams = new Streams(base)
	opened.defer(() => streams.stop())
	pausedMakers.onBreakerChanged(makerId => streams.breaker.changed(makerId))
	const sweep = () => {
		streams.sweep()
		void shownBooks.refresh()
		void pausedMakers.refresh()
	}
	const journal = new OrderJournal({ ...base, onStep: observeSteps(base) })
	opened.defer(() => journal.stop())
	const excusedParts = new ExcusedParts(base)
	const loops = startLoops({ ...base, liveBooks, excusedParts, makersPerOrder: config.makersPerOrder, sweep })
	opened.defer(() => loops.stop())
	const trace = openTrace(base)
	const stages = { ...base, books, liveBooks, shownBooks, pausedMakers, excusedParts, streams, loops, trace }
	const wired = wireApi(stages)
	const api = await openPublicApi(wired, config)
	opened.defer(() => api.close())
	const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${api.port}`
	const operator = config.operator && (await openOperatorApi(operatorApi(stages, { wired, api, url }), config.operator))
	if (operator !== undefined) opened.defer(() => operator.close())
	return {
		url,
		port: api.port,
		...(operator === undefined ? {} : { operatorUrl: operator.url }),
		db,
		bus,
		lost,
		drain: async () => {
			await loops.drain()
			await journal.drain()
		},
		stop: () => opened.disposeAsync(),
	}
}

async function openMarket(
	config: Config,
	{ gateway, service }: { gateway: Pick<GatewayClient, 'network'>; service: ServiceIdentity },
) {
	const { networkId, tokens, pairs, settlement, levels } = config
	const network = await gateway.network()
	if (network.networkId !== networkId) {
		throw new Error(`the Gateway serves network ${network.networkId}, the configuration says ${networkId}`)
	}
	const market = createMarket({ networkId, tokens, pairs, xrdAddress: network.xrd })
	const { sborHex: verifyParentAccessRuleSborHex } = signatureAccessRule(service.keyPair, networkId)
	return { network, market, feeInfo: feeInfoOf({ market, settlement, levels, verifyParentAccessRuleSborHex }) }
}

async function openConfigured(
	config: Config,
	{ database, opened }: { database: Pick<OpenDatabase, 'db'> | undefined; opened: AsyncDisposableStack },
): Promise<Pick<OpenDatabase, 'db' | 'lost'>> {
	if (database !== undefined) return { db: database.db, lost: new Promise(() => {}) }
	const own = await openDatabase(config.database)
	opened.defer(() => own.close())
	return own
}
