import type { GatewayClient } from '@accord/ledger'
import type { Clock } from '@accord/protocol'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { openOperatorApi } from './api/operator/operator-api.ts'
import { openPublicApi } from './api/public-api.ts'
import { ExcusedParts } from './breaker/excused-parts.ts'
import type { Bus } from './bus/bus.ts'
import type { Config } from './config/config.ts'
import type { Tables } from './db/tables.ts'
import { countRun, type LoopDeps } from './loops/loop.ts'
import { shareAlarms } from './loops/loops.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { NodeClock } from './nodes/node-clock.ts'
import { ownReport } from './nodes/own-report.ts'
import { type GivenDatabase, openPlatform } from './open-platform.ts'
import { openRooms } from './open-rooms.ts'
import type { KeysOfNode } from './platform/agreed-terms.ts'

export type ServiceDeps = {
	readonly clock: Clock
	/** The same clock, corrected by the database's; if absent, it is not corrected. */
	readonly nodeClock?: NodeClock
	readonly log: Logger
	/** Where log lines are counted, too; if absent, they are not. */
	readonly metrics?: Metrics
	/** Replaces the one in the configuration. */
	readonly gateway?: GatewayClient
	/** Replaces the one in the configuration; the caller that opened it watches and closes it. */
	readonly database?: GivenDatabase
}

/** A running service. */
export type Service = {
	readonly url: string
	readonly port: number
	/** The URL of the operator API; absent if there is none. */
	readonly operatorUrl?: string
	readonly db: Kysely<Tables>
	readonly bus: Bus
	/** Resolves when the database is gone for good or a loop hangs: only a new process can help. */
	readonly lost: Promise<Error>
	/** Replaces the operator's key of the configuration; without an operator API it does nothing. */
	setOperatorKey(key: string): void
	/** Replaces the keys that the settings in force may name. */
	holdKeys(keys: KeysOfNode): void
	/** Whether settings were ever applied, so that those of the configuration file do not count. */
	readonly isAgreed: boolean
	/** Resolves when no loop has anything left to do now. */
	drain(): Promise<void>
	/** Ends sessions and requests, then the loops, then the database. */
	stop(): Promise<void>
}

/** A service on one copy of its database. */
export type ServiceRun = Service & {
	/** Resolves once another copy of the database answers and makers and solvers have been told. */
	readonly moved: Promise<void>
}

/** Metrics go on counting when the service starts again. */
type RunDeps = ServiceDeps & { readonly metrics: Metrics }

/** Starts the service once. A start that fails leaves nothing open. */
export async function startRun(config: Config, deps: RunDeps): Promise<ServiceRun> {
	const opened = new AsyncDisposableStack()
	try {
		return await start(config, deps, opened)
	} catch (error) {
		await opened.disposeAsync()
		throw error
	}
}

async function start(config: Config, deps: RunDeps, opened: AsyncDisposableStack): Promise<ServiceRun> {
	const { clock, nodeClock, log, metrics, gateway, database } = deps
	const excusedParts = new ExcusedParts({ clock })
	const onUnreadable = () => excusedParts.noteTrouble()
	const given = { gateway, database }
	const ground = await openPlatform(config, { clock, nodeClock, log, metrics, given, onUnreadable }, opened)
	const { platform, gateways, membership } = ground
	const { bus, db } = platform
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
	const rooms = await openRooms(config, { ground, excusedParts, running, opened })
	const { prices, nodes, incarnation, loops, journal } = rooms
	const { makerQuotes } = prices
	// Listens only once it has all books, so that clients balanced to a new node find the same prices as elsewhere.
	await nodes?.feed.whole()
	const api = await openPublicApi(rooms)
	opened.defer(() => api.close())
	opened.defer(incarnation.onNext(() => api.restartLogs()))
	const { node } = api
	const { watch: ledgerWatch } = gateways
	if (nodes)
		membership?.reportBy(() =>
			ownReport({ platform, agreed: ground.agreed, ledgerWatch, nodes, makerQuotes, loops, node }),
		)
	const operator = config.operator && (await openOperatorApi({ ...rooms, node }, config.operator))
	// Both in parallel: together they have 10 s.
	if (operator !== undefined) opened.defer(async () => void (await Promise.all([operator.close(), api.close()])))
	return {
		url: node.url,
		port: api.port,
		...(operator === undefined ? {} : { operatorUrl: operator.url }),
		db: db.own,
		bus,
		lost: Promise.race([ground.lost, hung.promise]),
		setOperatorKey: key => operator?.setKey(key),
		holdKeys: keys => ground.agreed.holdKeys(keys),
		get isAgreed() {
			return ground.agreed.isStored
		},
		moved: ground.moved.then(() => api.restartLogs()),
		drain: async () => {
			await loops.drain()
			await journal.drain()
		},
		stop: () => opened.disposeAsync(),
	}
}
