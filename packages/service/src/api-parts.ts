import type { InstamintOperator } from '@accord/instamint'
import type { Accounts } from './accounts/accounts.ts'
import type { Streams } from './api/streams.ts'
import type { ExcusedParts } from './breaker/excused-parts.ts'
import type { Bundles } from './bundles/bundles.ts'
import type { Config } from './config/config.ts'
import type { DiskSpace } from './db/disk-space.ts'
import type { LedgerReads } from './gateway/ledger-reads.ts'
import type { CostPreview } from './intents/cost-preview.ts'
import type { LogVolume } from './log/log-volume.ts'
import type { Nodes } from './nodes/open-nodes.ts'
import type { Books, Exchange, Platform } from './platform.ts'
import type { Settlement } from './settlement/settlement.ts'
import type { Loops } from './start-loops.ts'
import type { WorkThreads } from './threads/work-threads.ts'
import type { Traces } from './trace/traces.ts'
import type { Trades } from './trades/trades.ts'

/** The service's parts, as they are opened; each interface takes those it names. */
export type Parts = {
	readonly config: Config
	readonly platform: Platform
	readonly disk: DiskSpace
	readonly exchange: Exchange
	readonly books: Books
	/** Where long input of clients is read. */
	readonly threads: WorkThreads
	readonly streams: Streams
	readonly loops: Loops
	readonly excusedParts: ExcusedParts
	readonly traces: Traces
	readonly trades: Trades
	readonly bundles: Bundles
	readonly settlement: Settlement
	readonly logVolume: LogVolume
	/** Absent where no component is configured. */
	readonly instamint?: InstamintOperator
	/** Absent where this node is the only one. */
	readonly nodes?: Nodes
}

/** What more than one interface uses. */
export type Shared = {
	readonly costPreview: CostPreview
	readonly ledger: LedgerReads
	readonly threads: WorkThreads
	readonly accounts: Accounts
}
