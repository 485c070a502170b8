import type { InstamintOperator } from '@accord/instamint'
import type { Overview, QueueDepths, Version } from '@accord/protocol'
import type { PausedMakers } from '../breaker/paused-makers.ts'
import type { Config } from '../config/config.ts'
import type { DiskSpace } from '../db/disk-space.ts'
import type { Incarnation } from '../db/incarnation.ts'
import type { Network } from '../gateway/gateways.ts'
import type { LedgerWatch } from '../gateway/ledger-watch.ts'
import type { Intents } from '../intents/intents.ts'
import type { Loops } from '../loops/loops.ts'
import type { Nodes } from '../nodes/open-nodes.ts'
import type { AgreedTerms } from '../platform/agreed-terms.ts'
import type { Platform } from '../platform/platform.ts'
import type { Prices } from '../prices/prices.ts'
import type { Reconciliation } from '../reconciliation/reconciliation.ts'
import type { Traces } from '../trace/traces.ts'
import type { Readiness } from './readiness.ts'

/** The rooms that operators look into; each view lists the ones that it needs. */
export type OperatorRooms = {
	readonly config: Config
	readonly network: Network
	readonly platform: Platform
	readonly agreed: AgreedTerms
	readonly ledgerWatch: LedgerWatch
	readonly intents: Pick<Intents, 'payer'>
	readonly prices: Prices
	readonly pausedMakers: PausedMakers
	readonly traces: Traces
	readonly reconciliation: Reconciliation
	readonly incarnation: Incarnation
	readonly disk: DiskSpace
	readonly loops: Loops
	readonly readiness: Readiness
	readonly node: RunningNode
	/** Absent if no component is configured. */
	readonly instamint?: InstamintOperator | undefined
	/** Absent if this is the only node. */
	readonly nodes?: Nodes | undefined
}

/** This node, as its interfaces for participants see it. */
export type RunningNode = {
	readonly version: Version
	readonly url: string
	readonly startedAtMs: number
	/** Sessions that a maker has open at this node. */
	sessionsOf(makerId: string): number
	sessions(): OpenSessions
	/** Connections of any kind. */
	connections(): number
	/** The largest share of its limits that any address uses. */
	busiestAddress(): { readonly requests: number; readonly connections: number }
	queues(): NodeQueues
}

/** Connections open at this node. */
export type OpenSessions = Overview['sessions']

/** How much is waiting in this process, including combined reads and writes. */
export type NodeQueues = QueueDepths & {
	readonly orderLookups: number
	readonly partLookups: number
	readonly fillsToWrite: number
	/** Pages of log history. */
	readonly replayPages: { readonly reading: number; readonly waiting: number }
}
