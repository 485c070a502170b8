import { GatewayClient } from '@accord/ledger'
import type { BreakerState, Clock } from '@accord/protocol'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { registerConfigured } from './accounts/makers.ts'
import { openOperatorApi } from './api/operator/operator-api.ts'
import { openPublicApi } from './api/public-api.ts'
import { Streams } from './api/streams.ts'
import type { Parts } from './api-parts.ts'
import { wirePublicApi } from './api-wiring.ts'
import { writeRefusals } from './audit/chain-entries.ts'
import { RefusalTally } from './audit/refusal-tally.ts'
import { ExcusedParts } from './breaker/excused-parts.ts'
import { SilentMakers } from './breaker/silent-makers.ts'
import { Bundles } from './bundles/bundles.ts'
import type { Bus } from './bus/bus.ts'
import type { Config } from './config/config.ts'
import { type DatabaseLanes, lanesOf } from './db/database-lanes.ts'
import { DiskSpace } from './db/disk-space.ts'
import { Incarnation } from './db/incarnation.ts'
import { type OpenDatabase, openDatabase } from './db/open-database.ts'
import type { Tables } from './db/tables.ts'
import { type Doubt, LedgerWatch } from './gateway/ledger-watch.ts'
import { SettledVersion } from './gateway/settled-version.ts'
import { watchedGateway } from './gateway/watched-gateway.ts'
import { openInstamint } from './instamint/open-instamint.ts'
import { LogVolume } from './log/log-volume.ts'
import { shareAlarms } from './loops/shared-alarms.ts'
import { ServiceMetrics } from './metrics/service-metrics.ts'
import type { NodeClock } from './nodes/node-clock.ts'
import { joinNodes, openBus, shareBooks } from './nodes/open-nodes.ts'
import { logAsked, observeSteps } from './operator/log-orders.ts'
import { OrderJournal } from './operator/order-journal.ts'
import { wireOperatorApi } from './operator-wiring.ts'
import { reportOf } from './own-report.ts'
import { type Books, type Exchange, openBooks, openExchange, type Platform } from './platform.ts'
import { Reconciliation } from './reconciliation/reconciliation.ts'
import { Settlement } from './settlement/settlement.ts'
import { startLoops } from './start-loops.ts'
import { WorkThreads } from './threads/work-threads.ts'
import { Traces } from './trace/traces.ts'
import { openTrades } from './trades/trades.ts'

export type ServiceDeps = {
	readonly clock: Clock
	/** The same one, if it is corrected by the database's; absent: it goes by itself. */
	readonly nodeClock?: NodeClock
	readonly log: Logger
	/** What the log counts of itself; nothing if absent. */
	readonly logVolume?: LogVolume
	/** Instead of the one of the configuration. */
	readonly gateway?: GatewayClient
	/** Instead of the one of the configuration; whoever opened it watches and closes it. */
	readonly database?: GivenDatabase
}

type GivenDatabase = Pick<OpenDatabase, 'db'> & Partial<Pick<OpenDatabase, 'requests' | 'freeBytes' | 'copyId'>>

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
		return await start(config, { ...deps, opened })
	} catch (error) {
		await opened.disposeAsync()
		throw error
	}
}

type StartDeps = ServiceDeps & { readonly opened: AsyncDisposableStack }

async function start(config: Config, { opened, ...deps }: StartDeps): Promise<Service> {
	const { clock, log, logVolume = new LogVolume() } = deps
	const metrics = new ServiceMetrics()
	const watchOf = watches(config, { clock, log, metrics })
	const ledgerWatch = watchOf()
	const client = deps.gateway ?? new GatewayClient({ url: config.gatewayUrl })
	const excusedParts = new ExcusedParts({ clock })
	const onUnreadable = () => excusedParts.noteTrouble()
	const settledVersion = new SettledVersion()
	const gateway = watchedGateway(client, { metrics, clock, watch: ledgerWatch, settledVersion, onUnreadable })
	const exchange = await openExchange(config, { clock, gateway, log })
	const secondGateway = openSecondGateway(config, { clock, metrics, watch: watchOf('the second Gateway'), exchange })
	const { db, lost, freeBytes, copyId } = await openConfigured(config, { database: deps.database, opened })
	const disk = new DiskSpace({ freeBytes, freeBytesMin: config.limits.diskFreeBytes })
	await disk.read()
	const membership = await joinNodes(config, { db, service: exchange.service, clock: deps.nodeClock, opened })
	await registerConfigured({ database: db.own, clock }, config)
	const incarnation = await Incarnation.open({ database: db.own, clock, log, copyId })
	const { bus, line } = await openBus(config, { db, log, metrics, membership, opened })
	const onRun: Platform['onRun'] = (loop, run) => {
		metrics.ran(loop, run)
		if (run.hasFailed) excusedParts.noteTrouble()
	}
	const hung = Promise.withResolvers<Error>()
	const refusals = new RefusalTally({ clock })
	opened.defer(() => writeRefusals({ db, refusals }, Number.POSITIVE_INFINITY).catch(error => logUnwritten(log, error)))
	const platform: Platform = {
		clock,
		alarms: shareAlarms(clock),
		log,
		metrics,
		onRun,
		onHung: hung.resolve,
		db,
		bus,
		gateway,
		ledgerWatch,
		incarnation,
		refusals,
	}
	opened.defer(logAsked(platform))
	const base = { ...platform, ...exchange }
	const instamint = openInstamint(config.instamint, { ...base, settledVersion })
	const withdrawAfterMs = config.priceBookWithdrawAfterMs
	const books = await openBooks({ ...base, withdrawAfterMs }, opened)
	const { reservations } = books.liveBooks
	const sharing = { ...base, ...books, pairs: exchange.market.pairs, withdrawAfterMs, reservations }
	const nodes = await shareBooks({ ...sharing, membership, line, opened })

	const bundles = new Bundles(base)
	const streams = new Streams({ ...base, bundles, logsRead: books.books.logsRead })
	opened.defer(() => streams.stop())
	books.pausedMakers.onBreakerChanged(makerId => streams.breaker.changed(makerId))
	const journal = new OrderJournal({ ...platform, onStep: observeSteps(platform) })
	opened.defer(() => journal.stop())
	const trades = await openTrades(base)
	const threads = new WorkThreads()
	opened.defer(() => threads.close())
	const { retention } = config
	const { expiryMarginMs } = config.ledger
	const ending = { ...base, ...books, ...secondGateway, settledVersion, excusedParts }
	const settlement = new Settlement({ ...ending, threads, retention, expiryMarginMs })
	const onWarned = (makerId: string, state: BreakerState) => streams.warn(makerId, state)
	const loops = startLoops({
		...platform,
		bundles,
		settlement,
		silentMakers: new SilentMakers({ ...base, onWarned }),
		reconciliation: new Reconciliation({ ...base, retention }),
		excusedParts,
		disk,
		instamint,
		nodes,
		trades,
		sweep: () => sweep(books, streams),
	})
	opened.defer(() => loops.stop())

	// Listens with all books that are there: whoever is balanced to a new node finds the same prices as at any other.
	await nodes?.feed.whole()
	const traces = new Traces(base)
	const parts: Parts = {
		config,
		platform,
		disk,
		exchange,
		books,
		threads,
		streams,
		loops,
		excusedParts,
		traces,
		trades,
		bundles,
		settlement,
		logVolume,
		...(instamint && { instamint }),
		...(nodes && { nodes }),
	}
	const wired = wirePublicApi(parts)
	const api = await openPublicApi(wired, config)
	opened.defer(() => api.close())
	opened.defer(incarnation.onNext(() => api.restartLogs()))
	const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${api.port}`
	nodes?.membership.reportBy(() => reportOf(parts, { wired, api, url }))
	const operator =
		config.operator && (await openOperatorApi(wireOperatorApi(parts, { wired, api, url }), config.operator))
	// Both at once: together they have 10 s.
	if (operator !== undefined) opened.defer(async () => void (await Promise.all([operator.close(), api.close()])))
	return {
		url,
		port: api.port,
		...(operator === undefined ? {} : { operatorUrl: operator.url }),
		db: db.own,
		bus,
		lost: Promise.race([lost, hung.promise, ...(membership ? [membership.lost] : [])]),
		drain: async () => {
			await loops.drain()
			await journal.drain()
		},
		stop: () => opened.disposeAsync(),
	}
}

function logUnwritten(log: Logger, error: unknown): void {
	log.error({ err: error }, 'the refusals of the last minute could not be written to the audit log')
}

/** Opens the judges of what a Gateway says, whose doubts are counted and logged. */
function watches({ networkId, ledger }: Config, { clock, log, metrics }: Pick<Platform, 'clock' | 'log' | 'metrics'>) {
	const onDoubt = ({ reason, detail, isNew }: Doubt) => {
		metrics.gatewayDoubts.add(reason)
		if (isNew) log.error({ reason }, detail)
	}
	return (name?: string) =>
		new LedgerWatch({ clock, networkId, ...ledger, onDoubt, ...(name === undefined ? {} : { name }) })
}

/** It must speak of the same network; that it cannot be reached only delays what it must agree to. */
function openSecondGateway(
	{ ledger: { secondGatewayUrl: url } }: Config,
	{ exchange, ...deps }: Parameters<typeof watchedGateway>[1] & { readonly exchange: Exchange },
): { secondGateway?: GatewayClient } {
	if (url === undefined) return {}
	deps.watch.noteNetwork(exchange.network)
	return { secondGateway: watchedGateway(new GatewayClient({ url }), deps) }
}

/** Reads again whatever the bus announces: a message may be lost, what it announced may not. */
function sweep({ shownBooks, pausedMakers }: Books, streams: Streams): void {
	streams.sweep()
	void shownBooks.refresh()
	void pausedMakers.refresh()
}

type ConfiguredDatabase = Pick<OpenDatabase, 'lost' | 'freeBytes'> & {
	readonly db: DatabaseLanes
	copyId(): Promise<string | undefined>
}

async function unknown(): Promise<undefined> {}

async function openConfigured(
	config: Config,
	{ database, opened }: { database: GivenDatabase | undefined; opened: AsyncDisposableStack },
): Promise<ConfiguredDatabase> {
	if (database !== undefined) {
		const { db, requests = db, freeBytes = unknown, copyId = unknown } = database
		return { db: lanesOf({ db, requests }), lost: new Promise(() => {}), freeBytes, copyId }
	}
	const own = await openDatabase(config.database, config.bus.kind === 'nats' ? 'shared' : 'alone')
	opened.defer(() => own.close())
	return { ...own, db: lanesOf(own) }
}
