import type { GatewayClient, Markers } from '@accord/ledger'
import type { Clock, Decimal, FeeInfo } from '@accord/protocol'
import type { Logger } from 'pino'
import type { RefusalTally } from '../audit/refusal-tally.ts'
import type { Bus } from '../bus/bus.ts'
import type { BreakerRules } from '../config/breaker-settings.ts'
import type { Limits, SettlementConfig } from '../config/config.ts'
import type { ServiceIdentity } from '../config/service-identity.ts'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import type { LedgerReads } from '../gateway/ledger-reads.ts'
import type { Market } from '../market/market.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Tracing } from '../telemetry/tracing.ts'
import type { WorkThreads } from '../threads/work-threads.ts'
import type { AgreedTerms } from './agreed-terms.ts'
import type { Terms } from './terms.ts'

type MarketTerms = Pick<Terms, 'market' | 'feeInfo'>

/** The basis of every room: its means, the traded market and the rules. */
export type Platform = {
	readonly clock: Clock
	readonly log: Logger
	readonly metrics: Metrics
	/** Absent unless orders are traced. */
	readonly tracing?: Tracing | undefined
	/** Refusals, for the audit log. */
	readonly refusals: RefusalTally
	readonly db: DatabaseLanes
	readonly bus: Bus
	/** Where long input from clients is read. */
	readonly threads: WorkThreads
	readonly gateway: GatewayClient
	/** The same ledger for frequent callers: concurrent callers share a request. */
	readonly ledger: LedgerReads
	/** The versions of everything below, down to the service's keys, which at each read are those of the version in force. */
	readonly terms: Pick<AgreedTerms, 'onChanged' | 'heldKeys'> & {
		accepted(): readonly [MarketTerms, ...MarketTerms[]]
	}
	readonly market: Market
	readonly feeInfo: FeeInfo
	readonly settlement: SettlementConfig
	/** The smallest surplus of a fill that is worth delivering to the user. */
	readonly surplusMinXrd: Decimal
	/** The keys that sign for the service, and the account that receives its fees. */
	readonly service: ServiceIdentity
	/** What binds the items of a bundle to each other on the ledger. */
	readonly markers: Markers
	readonly makersPerOrder: number
	readonly limits: Limits
	readonly breaker: BreakerRules
}
