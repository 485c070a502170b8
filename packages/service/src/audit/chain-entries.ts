import type { Clock } from '@accord/protocol'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import { commitWith, together } from '../db/together.ts'
import { inTransaction } from '../db/transaction.ts'
import {
	deleteChained,
	hasUnchained,
	insertAuditEntries,
	lockedAuditHead,
	unchained,
	updateAuditHead,
} from './audit-table.ts'
import { extendedEntriesMax, nextPages } from './next-pages.ts'
import { newestPage, writePages } from './pages-table.ts'
import type { RefusalTally } from './refusal-tally.ts'

// The guarantee: a chained entry never changes its place, and places have no holes. An entry written about a second ago,
// or by a transaction that has not ended, is chained later.

export type ChainEntriesDeps = {
	readonly db: Pick<DatabaseLanes, 'own' | 'looks'>
	readonly clock: Pick<Clock, 'nowMs'>
	readonly refusals: RefusalTally
}

const entriesPerRun = 250

/** Writes the refusals of past minutes, and chains the new entries. */
export async function chainEntries({ db, clock, refusals }: ChainEntriesDeps): Promise<'again' | 'done'> {
	await writeRefusals({ db, refusals }, clock.nowMs())
	if (!(await hasUnchained(db.looks))) return 'done'
	const chained = await inTransaction(db.own, async trx => {
		const asked = [lockedAuditHead(), newestPage(extendedEntriesMax), unchained(entriesPerRun)] as const
		const [head, newest, records] = await together(trx, asked)
		const pages = await nextPages({ head, newest, records })
		const last = pages.at(-1)
		if (last === undefined) return 0
		const newHead = { number: last.lastNumber, hash: last.hash }
		await commitWith(trx, [updateAuditHead(newHead), writePages(pages), deleteChained(records)])
		return records.length
	})
	return chained === entriesPerRun ? 'again' : 'done'
}

/** Writes the refusals up to a time. Those that cannot be written remain counted. */
export async function writeRefusals(
	{ db, refusals }: Pick<ChainEntriesDeps, 'db' | 'refusals'>,
	untilMs: number,
): Promise<void> {
	const due = refusals.due(untilMs)
	if (due.records.length === 0) return
	await insertAuditEntries(db.own, due.records)
	due.written()
}
