import type { GatewayClient } from '@accord/ledger'
import type { Clock } from '@accord/protocol'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { Accounts } from './accounts/accounts.ts'
import { openOperatorApi } from './api/operator/operator-api.ts'
import { openPublicApi } from './api/public-api.ts'
import { Streams } from './api/streams.ts'
import { ExcusedParts } from './breaker/excused-parts.ts'
import { openBreaker } from './breaker/open-breaker.ts'
import { SilentMakers } from './breaker/silent-makers.ts'
import { Bundles } from './bundles/bundles.ts'
import type { Bus } from './bus/bus.ts'
import type { Config } from './config/config.ts'
import { Construction } from './construction/construction.ts'
import { Quotes } from './construction/quote.ts'
import type { Tables } from './db/tables.ts'
import { openFills } from './fills/fills.ts'
import { InstamintReads } from './instamint/instamint-reads.ts'
import { instamintViews } from './instamint/instamint-views.ts'
import { openInstamint } from './instamint/open-instamint.ts'
import { openIntents } from './intents/intents.ts'
import type { LoopDeps } from './loops/loop.ts'
import { countRun } from './loops/loop.ts'
import { shareAlarms } from './loops/shared-alarms.ts'
import { Metrics } from './metrics/metrics.ts'
import type { NodeClock } from './nodes/node-clock.ts'
import { shareBooks } from './nodes/open-nodes.ts'
import { ownReport } from './nodes/own-report.ts'
import { type GivenDatabase, openPlatform } from './open-platform.ts'
import { logAsked, observeSteps } from './operator/log-orders.ts'
import { OrderJournal } from './operator/order-journal.ts'
import { Readiness } from './operator/readiness.ts'
import { OrderGate } from './orders/order-gate.ts'
import { openOrders } from './orders/orders.ts'
import type { Platform } from './platform/platform.ts'
import { openPrices } from './prices/prices.ts'
import { Reconciliation } from './reconciliation/reconciliation.ts'
import { Settlement } from './settlement/settlement.ts'
import { startLoops } from './start-loops.ts'
import { Traces } from './trace/traces.ts'
import { openTrades } from './trades/trades.ts'

export type ServiceDeps = {
	readonly clock: Clock
	/** The same one, if it is corrected by the database's; absent: it goes by itself. */
	readonly nodeClock?: NodeClock
	readonly log: Logger
	/** Where the log is counted too; absent: it is not. */
	readonly metrics?: Metrics
	/** Instead of the one of the configuration. */
	readonly gateway?: GatewayClient
	/** Instead of the one of the configuration; whoever opened it watches and closes it. */
	readonly database?: GivenDatabase
}

/** A running service. */
export type Service = {
	readonly url: string
	readonly port: number
	/** Where the operator API listens; absent without one. */
	readonly operatorUrl?: string
	readonly db: Kysely<Tables>
	readonly bus: Bus
	/** Resolves when the database is gone for good, or a loop does not come back: nothing but a new process helps. */
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
		return await openRooms(config, deps, opened)
	} catch (error) {
		await opened.disposeAsync()
		throw error
	}
}

/** Opens the rooms in their order: each stands on those before it. */
async function openRooms(config: Config, deps: ServiceDeps, opened: AsyncDisposableStack): Promise<Service> {
	const { clock, nodeClock, log, metrics = new Metrics(), gateway, database } = deps
	const { retention, priceBookWithdrawAfterMs: withdrawAfterMs } = config
	const excusedParts = new ExcusedParts({ clock })
	const onUnreadable = () => excusedParts.noteTrouble()
	const ground = await openPlatform(config, { clock, nodeClock, log, metrics, gateway, database, onUnreadable }, opened)
	const { platform, gateways, disk, incarnation, membership, line } = ground
	const { watch: ledgerWatch, network } = gateways
	const { bus, db } = platform
	opened.defer(logAsked(platform))
	const hung = Promise.withResolvers<Error>()
	const running: LoopDeps = {
		clock,
		alarms: shareAlarms(clock),
		log,
		onRun: (loop, run) => {
			countRun(metrics, loop, run)
			if (run.hasFailed) excusedParts.noteTrouble()
		},
		onHung: hung.resolve,
	}

	const accounts = new Accounts(platform)
	const instamintReads = openInstamintReads(config, platform)
	const { settledVersion } = gateways
	const { networkId } = network
	const instamint = openInstamint(config.instamint, {
		...platform,
		networkId,
		settledVersion,
		instamint: instamintReads,
	})
	const prices = await openPrices({ platform, withdrawAfterMs, opened })
	const { makerQuotes, shownBooks } = prices
	const nodes = await shareBooks({ platform, prices, withdrawAfterMs, membership, line, opened })
	const breaker = await openBreaker({ platform, makerQuotes, opened })
	const { pausedMakers } = breaker
	const intents = openIntents(platform, config)
	const bundles = new Bundles({ platform, intents })
	const streams = new Streams({ platform, incarnation, bundles, logsRead: makerQuotes.logsRead })
	opened.defer(() => streams.stop())
	pausedMakers.onBreakerChanged(makerId => streams.breaker.changed(makerId))
	const journal = new OrderJournal({ db, bus, running, onStep: observeSteps(platform) })
	opened.defer(() => journal.stop())
	const trades = await openTrades(platform)
	const traces = new Traces(platform)
	const { expiryMarginMs } = config.ledger
	const settlement = new Settlement({ platform, gateways, prices, excusedParts, retention, expiryMarginMs })
	const silentMakers = new SilentMakers({ platform, onWarned: (makerId, state) => streams.warn(makerId, state) })
	const reconciliation = new Reconciliation({ platform, retention })
	// Reads again whatever the bus announces: a message may be lost, what it announced may not.
	const sweep = () => {
		streams.sweep()
		void shownBooks.refresh()
		void pausedMakers.refresh()
	}
	const loops = startLoops(
		{
			platform,
			ledgerWatch,
			incarnation,
			disk,
			bundles,
			settlement,
			silentMakers,
			excusedParts,
			reconciliation,
			trades,
			instamint,
			nodes,
			sweep,
		},
		running,
	)
	opened.defer(() => loops.stop())

	const orderGate = new OrderGate({ loops, disk })
	const orders = openOrders({ platform, intents, prices, orderGate, newOrders: streams.newOrders })
	// As the loops do, which leave it to the other nodes.
	const leavesPublishing = () => nodes !== undefined && ledgerWatch.isSkewed
	const fills = openFills({ platform, intents, bundles, excusedParts, instamint: instamintReads, leavesPublishing })
	const readiness = new Readiness({ platform, ledgerWatch, loops, disk, nodes })
	const { paybackKey } = config.instamint ?? {}
	// Listens with all books that are there: whoever is balanced to a new node finds the same prices as at any other.
	await nodes?.feed.whole()
	const api = await openPublicApi({
		config,
		network,
		platform,
		accounts,
		instamint: instamintViews({ ...platform, ...(instamintReads && { instamint: instamintReads }), paybackKey }),
		prices,
		breaker,
		intents,
		orders,
		quotes: new Quotes({ platform, prices, orderGate }),
		construction: new Construction({ platform, accounts }),
		fills,
		settlement,
		trades,
		traces,
		streams,
		readiness,
	})
	opened.defer(() => api.close())
	opened.defer(incarnation.onNext(() => api.restartLogs()))
	const { node } = api
	if (nodes) membership?.reportBy(() => ownReport({ platform, ledgerWatch, nodes, makerQuotes, loops, node }))
	const operator =
		config.operator &&
		(await openOperatorApi(
			{
				config,
				platform,
				ledgerWatch,
				prices,
				pausedMakers,
				traces,
				reconciliation,
				incarnation,
				disk,
				loops,
				readiness,
				node,
				instamint,
				nodes,
			},
			config.operator,
		))
	// Both at once: together they have 10 s.
	if (operator !== undefined) opened.defer(async () => void (await Promise.all([operator.close(), api.close()])))
	return {
		url: node.url,
		port: api.port,
		...(operator === undefined ? {} : { operatorUrl: operator.url }),
		db: db.own,
		bus,
		lost: Promise.race([ground.lost, hung.promise]),
		drain: async () => {
			await loops.drain()
			await journal.drain()
		},
		stop: () => opened.disposeAsync(),
	}
}

/** Undefined where no component is configured. */
function openInstamintReads(
	{ instamint }: Config,
	{ clock, gateway, log, market: { networkId } }: Platform,
): InstamintReads | undefined {
	if (instamint === undefined) return undefined
	return new InstamintReads({ clock, gateway, log, networkId, component: instamint.component })
}
