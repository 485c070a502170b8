import type { GatewayClient } from '@accord/ledger'
import type { Clock } from '@accord/protocol'
import type { Logger } from 'pino'
import { registerConfigured } from './accounts/makers.ts'
import { writeRefusals } from './audit/chain-entries.ts'
import { RefusalTally } from './audit/refusal-tally.ts'
import type { NodeLine } from './bus/nats-line.ts'
import { agreedOf, changesBetween } from './config/agreed-settings.ts'
import type { Config } from './config/config.ts'
import { type DatabaseLanes, lanesOf } from './db/database-lanes.ts'
import { DiskSpace } from './db/disk-space.ts'
import { Incarnation } from './db/incarnation.ts'
import { type OpenDatabase, openDatabase } from './db/open-database.ts'
import { type Gateways, openGateways } from './gateway/gateways.ts'
import { LedgerReads } from './gateway/ledger-reads.ts'
import { checkTokens } from './market/ledger-tokens.ts'
import type { Market } from './market/market.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Membership } from './nodes/membership.ts'
import type { NodeClock } from './nodes/node-clock.ts'
import { joinNodes, openBus } from './nodes/open-nodes.ts'
import { AgreedTerms } from './platform/agreed-terms.ts'
import { checkOwnMarkers } from './platform/own-markers.ts'
import type { Platform } from './platform/platform.ts'
import { WorkThreads } from './threads/work-threads.ts'

export type GivenDatabase = Pick<OpenDatabase, 'db'> & Partial<Pick<OpenDatabase, 'requests' | 'freeBytes' | 'copyId'>>

type PlatformDeps = {
	readonly clock: Clock
	/** The same clock, or one corrected by the database's clock. */
	readonly nodeClock: NodeClock | undefined
	readonly log: Logger
	readonly metrics: Metrics
	/** Replace those in the configuration; the caller that opened the database watches and closes it. */
	readonly given: { readonly gateway: GatewayClient | undefined; readonly database: GivenDatabase | undefined }
	/** Called when the state of the ledger cannot be read. */
	readonly onUnreadable: () => void
}

/** The means shared by all rooms, and those of only some. */
export type OpenPlatform = {
	readonly platform: Platform
	readonly agreed: AgreedTerms
	readonly gateways: Gateways
	readonly disk: DiskSpace
	readonly incarnation: Incarnation
	/** Absent if this is the only node. */
	readonly membership: Membership | undefined
	readonly line: NodeLine | undefined
	/** Resolves when the database is gone for good, or other nodes have continued without this one. */
	readonly lost: Promise<Error>
	/** Resolves when the database is another copy: everything must be opened again. */
	readonly moved: Promise<void>
}

/** Opens the Gateways, the database and the bus; everything opened here closes with `opened`. */
export async function openPlatform(
	config: Config,
	deps: PlatformDeps,
	opened: AsyncDisposableStack,
): Promise<OpenPlatform> {
	const { clock, log, metrics } = deps
	const gateways = await openGateways(config, { ...deps, client: deps.given.gateway })
	const { gateway, network } = gateways
	const { db, lost, moved, freeBytes, copyId } = await openConfigured(config, deps.given.database, opened)
	const agreed = await AgreedTerms.open({ config, network, clock, log }, db.own)
	opened.defer(() => agreed.stop())
	warnOfFile(agreed, config, log)
	await requireNamedTokens(gateway, agreed.present.market, log)
	const { markers, makersPerOrder, limits, breaker } = config
	await requireOwnMarkers({ gateway, markers, heldKeys: agreed.heldKeys, ...agreed.present }, log)
	const disk = new DiskSpace({ freeBytes, freeBytesMin: config.limits.diskFreeBytes })
	await disk.read()
	const membership = await joinNodes(config, { db, clock: deps.nodeClock, isAgreed: agreed.isStored, opened })
	await registerConfigured({ database: db.own, clock }, config)
	const incarnation = await Incarnation.open({ database: db.own, clock, log, copyId })
	const { bus, line } = await openBus(config, { db, log, metrics, membership, opened })
	const refusals = new RefusalTally({ clock, entriesPerDay: config.limits.refusalEntriesPerDay })
	opened.defer(() => writeRefusals({ db, refusals }, Number.POSITIVE_INFINITY).catch(error => logUnwritten(log, error)))
	const threads = new WorkThreads()
	opened.defer(() => threads.close())
	const ledger = new LedgerReads({ gateway, clock })
	return {
		platform: {
			...{ clock, log, metrics, refusals, db, bus, threads, gateway, ledger },
			...{ markers, makersPerOrder, limits, breaker },
			terms: agreed,
			get market() {
				return agreed.present.market
			},
			get feeInfo() {
				return agreed.present.feeInfo
			},
			get settlement() {
				return agreed.present.settlement
			},
			get surplusMinXrd() {
				return agreed.present.settlement.surplusMinXrd
			},
			get service() {
				return agreed.present.service
			},
		},
		agreed,
		gateways,
		disk,
		incarnation,
		membership,
		line,
		lost: Promise.race([lost, agreed.lost, ...(membership ? [membership.lost] : [])]),
		moved,
	}
}

/** Once settings were applied, those of the file do not count. */
function warnOfFile({ present, isStored }: AgreedTerms, config: Config, log: Logger): void {
	if (!isStored) return
	const changes = changesBetween(agreedOf(config), agreedOf(present.config))
	if (changes.length === 0) return
	const settings = changes.map(({ setting }) => setting)
	log.warn(
		{ version: present.version, settings },
		'settings of the configuration file do not count, because others were applied: accord settings show',
	)
}

/** @throws Error if a token is not what its symbol says, or the Gateway cannot be asked */
async function requireNamedTokens(gateway: GatewayClient, { tokens }: Market, log: Logger): Promise<void> {
	const { faults, unconfirmed } = await checkTokens(gateway, tokens)
	if (faults.length > 0) throw new Error(`tokens that contradict the ledger:\n  ${faults.join('\n  ')}`)
	if (unconfirmed.length > 0)
		log.warn(
			{ tokens: unconfirmed },
			'the ledger has no symbol for tokens: only their issuers can confirm the addresses',
		)
}

/** @throws Error if bundles would not settle, or would not be bound, or the Gateway cannot be asked */
async function requireOwnMarkers(owner: Parameters<typeof checkOwnMarkers>[0], log: Logger): Promise<void> {
	const { faults, otherKeys } = await checkOwnMarkers(owner)
	if (faults.length > 0)
		throw new Error(
			`markers that cannot bind bundles (after a change of the service’s key: accord markers update):\n  ${faults.join('\n  ')}`,
		)
	for (const other of otherKeys) log.warn(other)
}

function logUnwritten(log: Logger, error: unknown): void {
	log.error({ err: error }, 'the refusals of the last minute could not be written to the audit log')
}

type ConfiguredDatabase = Pick<OpenDatabase, 'lost' | 'moved' | 'freeBytes'> & {
	readonly db: DatabaseLanes
	copyId(): Promise<string | undefined>
}

async function unknown(): Promise<undefined> {}
const never = new Promise<never>(() => {})

async function openConfigured(
	config: Config,
	given: GivenDatabase | undefined,
	opened: AsyncDisposableStack,
): Promise<ConfiguredDatabase> {
	if (given !== undefined) {
		const { db, requests = db, freeBytes = unknown, copyId = unknown } = given
		return { db: lanesOf({ db, requests }), lost: never, moved: never, freeBytes, copyId }
	}
	const own = await openDatabase(config.database, config.bus.kind === 'nats' ? 'shared' : 'alone')
	opened.defer(() => own.close())
	return { ...own, db: lanesOf(own) }
}
