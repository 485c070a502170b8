import { type GatewayClient, signatureAccessRule } from '@accord/ledger'
import type { Clock } from '@accord/protocol'
import type { Logger } from 'pino'
import { registerConfigured } from './accounts/makers.ts'
import { writeRefusals } from './audit/chain-entries.ts'
import { RefusalTally } from './audit/refusal-tally.ts'
import type { NodeLine } from './bus/nats-line.ts'
import type { Config } from './config/config.ts'
import { type ServiceIdentity, serviceIdentity } from './config/service-identity.ts'
import { type DatabaseLanes, lanesOf } from './db/database-lanes.ts'
import { DiskSpace } from './db/disk-space.ts'
import { Incarnation } from './db/incarnation.ts'
import { type OpenDatabase, openDatabase } from './db/open-database.ts'
import { type Gateways, type Network, openGateways } from './gateway/gateways.ts'
import { LedgerReads } from './gateway/ledger-reads.ts'
import { checkTokens } from './market/ledger-tokens.ts'
import { createMarket, feeInfoOf } from './market/market.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Membership } from './nodes/membership.ts'
import type { NodeClock } from './nodes/node-clock.ts'
import { joinNodes, openBus } from './nodes/open-nodes.ts'
import { checkOwnMarkers } from './platform/own-markers.ts'
import type { Platform } from './platform/platform.ts'
import type { Tracing } from './telemetry/tracing.ts'
import { WorkThreads } from './threads/work-threads.ts'

export type GivenDatabase = Pick<OpenDatabase, 'db'> & Partial<Pick<OpenDatabase, 'requests' | 'freeBytes' | 'copyId'>>

type PlatformDeps = {
	readonly clock: Clock
	/** The same clock, or one corrected by the database's clock. */
	readonly nodeClock: NodeClock | undefined
	readonly log: Logger
	readonly metrics: Metrics
	readonly tracing: Tracing | undefined
	/** Replace those in the configuration; the caller that opened the database watches and closes it. */
	readonly given: { readonly gateway: GatewayClient | undefined; readonly database: GivenDatabase | undefined }
	/** Called when the state of the ledger cannot be read. */
	readonly onUnreadable: () => void
}

/** The means shared by all rooms, and those of only some. */
export type OpenPlatform = {
	readonly platform: Platform
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
	const { clock, log, metrics, tracing } = deps
	const gateways = await openGateways(config, { ...deps, client: deps.given.gateway })
	const { gateway } = gateways
	const exchange = openExchange(config, gateways.network)
	await requireNamedTokens(gateway, config, log)
	await requireOwnMarkers({ gateway, ...exchange }, log)
	const { db, lost, moved, freeBytes, copyId } = await openConfigured(config, deps.given.database, opened)
	const disk = new DiskSpace({ freeBytes, freeBytesMin: config.limits.diskFreeBytes })
	await disk.read()
	const membership = await joinNodes(config, { db, clock: deps.nodeClock, opened })
	await registerConfigured({ database: db.own, clock }, config)
	const incarnation = await Incarnation.open({ database: db.own, clock, log, copyId })
	const { bus, line } = await openBus(config, { db, log, metrics, membership, opened })
	const refusals = new RefusalTally({ clock, entriesPerDay: config.limits.refusalEntriesPerDay })
	opened.defer(() => writeRefusals({ db, refusals }, Number.POSITIVE_INFINITY).catch(error => logUnwritten(log, error)))
	const threads = new WorkThreads()
	opened.defer(() => threads.close())
	const ledger = new LedgerReads({ gateway, clock })
	return {
		platform: { clock, log, metrics, tracing, refusals, db, bus, threads, gateway, ledger, ...exchange },
		gateways,
		disk,
		incarnation,
		membership,
		line,
		lost: Promise.race([lost, ...(membership ? [membership.lost] : [])]),
		moved,
	}
}

/** @throws Error if a token is not what its symbol says, or the Gateway cannot be asked */
async function requireNamedTokens(gateway: GatewayClient, { tokens }: Config, log: Logger): Promise<void> {
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

/** The traded tokens and pairs, the rules, and the signing keys. */
export type Exchange = Pick<
	Platform,
	'market' | 'feeInfo' | 'surplusMinXrd' | 'service' | 'markers' | 'makersPerOrder' | 'limits' | 'breaker'
>

/** The exchange that the configuration describes, on the network that the Gateway serves. */
export function openExchange(config: Config, { networkId, xrd }: Network): Exchange {
	const { tokens, pairs, routes, settlement, levels, markers, makersPerOrder, limits, breaker } = config
	const service = serviceIdentity(config)
	const market = createMarket({ networkId, tokens, pairs, routes, xrdAddress: xrd })
	const feeInfo = feeInfoOf({ market, settlement, levels, rules: rulesOf(service, networkId) })
	const { surplusMinXrd } = settlement
	return { market, feeInfo, surplusMinXrd, service, markers, makersPerOrder, limits, breaker }
}

/** The access rule that orders must name in VERIFY_PARENT. */
function rulesOf({ keyPair, formerKeyPair }: ServiceIdentity, networkId: number) {
	const ruleOf = (key: ServiceIdentity['keyPair']) => signatureAccessRule(key, networkId).sborHex
	const former = formerKeyPair && { formerVerifyParentAccessRuleSborHex: ruleOf(formerKeyPair) }
	return { verifyParentAccessRuleSborHex: ruleOf(keyPair), ...former }
}
