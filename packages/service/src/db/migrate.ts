import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import * as firstTrade from './migrations/0001-first-trade.ts'
import * as completeContract from './migrations/0002-complete-contract.ts'
import * as rerouting from './migrations/0003-rerouting.ts'
import * as circuitBreaker from './migrations/0004-circuit-breaker.ts'
import * as flatCost from './migrations/0005-flat-cost.ts'
import * as operator from './migrations/0006-operator.ts'
import * as selfTrade from './migrations/0007-self-trade.ts'
import * as corrections from './migrations/0008-corrections.ts'
import * as heartbeat from './migrations/0009-heartbeat.ts'
import * as unfunded from './migrations/0010-unfunded.ts'
import * as operatorKeys from './migrations/0011-operator-keys.ts'
import * as incarnation from './migrations/0012-incarnation.ts'
import * as retention from './migrations/0013-retention.ts'
import * as restoredIntents from './migrations/0014-restored-intents.ts'
import * as auditLog from './migrations/0015-audit-log.ts'
import * as reconciliation from './migrations/0016-reconciliation.ts'
import * as reservedNumber from './migrations/0017-reserved-number.ts'
import * as mintingFills from './migrations/0018-minting-fills.ts'
import * as nodes from './migrations/0019-nodes.ts'
import * as expired from './migrations/0020-expired.ts'
import * as settledNumber from './migrations/0021-settled-number.ts'
import * as bookCancellations from './migrations/0022-book-cancellations.ts'
import * as nodeReports from './migrations/0023-node-reports.ts'
import * as trades from './migrations/0024-trades.ts'
import * as publishedOrders from './migrations/0025-published-orders.ts'
import * as bookReplacements from './migrations/0026-book-replacements.ts'
import * as prefixUses from './migrations/0027-prefix-uses.ts'
import * as payers from './migrations/0028-payers.ts'
import * as surplus from './migrations/0029-surplus.ts'
import * as boundBundles from './migrations/0030-bound-bundles.ts'
import * as integrators from './migrations/0031-integrators.ts'
import * as matchRecord from './migrations/0032-match-record.ts'
import * as refusedFills from './migrations/0034-refused-fills.ts'
import * as storedBooks from './migrations/0035-stored-books.ts'
import * as agreedSettings from './migrations/0038-agreed-settings.ts'
import * as auditArchives from './migrations/0039-audit-archives.ts'
import * as packedItems from './migrations/0040-packed-items.ts'
import * as loopLease from './migrations/0042-loop-lease.ts'
import * as addressesAndTraces from './migrations/0043-addresses-and-traces.ts'
import * as packedBytes from './migrations/0044-packed-bytes.ts'
import * as unneededIndexes from './migrations/0045-unneeded-indexes.ts'
import * as auditPages from './migrations/0046-audit-pages.ts'
import * as smallerRows from './migrations/0047-smaller-rows.ts'
import type { Tables } from './tables.ts'

/** All migrations, ordered by number. None is edited after it has landed. */
const migrations: Record<string, Migration> = {
	'0001-first-trade': firstTrade as Migration,
	'0002-complete-contract': completeContract as Migration,
	'0003-rerouting': rerouting as Migration,
	'0004-circuit-breaker': circuitBreaker as Migration,
	'0005-flat-cost': flatCost as Migration,
	'0006-operator': operator as Migration,
	'0007-self-trade': selfTrade as Migration,
	'0008-corrections': corrections as Migration,
	'0009-heartbeat': heartbeat as Migration,
	'0010-unfunded': unfunded as Migration,
	'0011-operator-keys': operatorKeys as Migration,
	'0012-incarnation': incarnation as Migration,
	'0013-retention': retention as Migration,
	'0014-restored-intents': restoredIntents as Migration,
	'0015-audit-log': auditLog as Migration,
	'0016-reconciliation': reconciliation as Migration,
	'0017-reserved-number': reservedNumber as Migration,
	'0018-minting-fills': mintingFills as Migration,
	'0019-nodes': nodes as Migration,
	'0020-expired': expired as Migration,
	'0021-settled-number': settledNumber as Migration,
	'0022-book-cancellations': bookCancellations as Migration,
	'0023-node-reports': nodeReports as Migration,
	'0024-trades': trades as Migration,
	'0025-published-orders': publishedOrders as Migration,
	'0026-book-replacements': bookReplacements as Migration,
	'0027-prefix-uses': prefixUses as Migration,
	'0028-payers': payers as Migration,
	'0029-surplus': surplus as Migration,
	'0030-bound-bundles': boundBundles as Migration,
	'0031-integrators': integrators as Migration,
	'0032-match-record': matchRecord as Migration,
	'0034-refused-fills': refusedFills as Migration,
	'0035-stored-books': storedBooks as Migration,
	'0038-agreed-settings': agreedSettings as Migration,
	'0039-audit-archives': auditArchives as Migration,
	'0040-packed-items': packedItems as Migration,
	'0042-loop-lease': loopLease as Migration,
	'0043-addresses-and-traces': addressesAndTraces as Migration,
	'0044-packed-bytes': packedBytes as Migration,
	'0045-unneeded-indexes': unneededIndexes as Migration,
	'0046-audit-pages': auditPages as Migration,
	'0047-smaller-rows': smallerRows as Migration,
}

/** The migrations' names, which are also their file names. */
export const migrationNames: readonly string[] = Object.keys(migrations)

/**
 * Migrates the database's tables to this version of the service, or up to one migration, in one transaction.
 * @throws Error naming the migration that failed; the database is unchanged
 */
export async function migrate(db: Kysely<Tables>, { upTo }: { upTo?: string } = {}): Promise<void> {
	const provider = { getMigrations: async () => migrations }
	const migrator = new Migrator({ db, provider })
	const { error, results } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo))
	const failed = results?.find(({ status }) => status === 'Error')
	if (error === undefined) return
	const which = failed === undefined ? '' : ` at ${failed.migrationName}`
	const reason = `${rootCause(error)}. It is as it was before`
	throw new Error(`the database could not be migrated${which}: ${reason}`, { cause: error })
}

/** The database's message. */
function rootCause(error: unknown): string {
	if (!(error instanceof Error)) return String(error)
	return error.cause === undefined ? error.message : rootCause(error.cause)
}
