import { type AuditArchive, type AuditEntry, type AuditPage, TradeError } from '@accord/protocol'
import { sql } from 'kysely'
import type { Database } from '../db/tables.ts'
import { askOne } from '../db/together.ts'
import { lockedAuditHead } from './audit-table.ts'
import { pageWith } from './pages-table.ts'
import { entriesOf } from './stored-page.ts'

// The guarantee: a page is removed only once files that an operator has verified are recorded to have all of its entries,
// and the chain continues from the last entry of these files, even within a page.

type ArchiveToRecord = { readonly archive: AuditArchive; readonly by: string; readonly nowMs: number }

const dayMs = 86_400_000

/**
 * Records that the next oldest entries are in a file; their pages are removed by and by. The transaction holds the chain's
 * lock, so archives follow each other.
 * @throws TradeError `validation_failed` if the file is not the next one, or not this log's
 */
export async function recordArchive(db: Database, { archive, by, nowMs }: ArchiveToRecord): Promise<void> {
	const { first, last, hash, file } = archive
	await askOne(db, lockedAuditHead())
	const archived = (await newestArchive(db))?.number ?? 0
	if (first !== archived + 1) throw refusal(`the next entry to archive is ${archived + 1}, not ${first}`)
	const entry = last < first ? undefined : await entryOf(db, last)
	if (entry === undefined) throw refusal(`there is no entry ${last} after ${archived}`)
	if (entry.hash !== hash) throw refusal(`entry ${last} has the hash ${entry.hash}: the file is another log's`)
	if (Math.floor(entry.atMs / dayMs) >= Math.floor(nowMs / dayMs))
		throw refusal(`entry ${last} is of today: only days that are over are archived`)
	await sql`
		insert into audit_archive (last_number, first_number, hash, file, archived_at_ms, archived_by)
		values (${last}, ${first}, decode(${hash}, 'hex'), ${file}, ${nowMs}, ${by})`.execute(db)
}

/** @throws TradeError `validation_failed` if its page cannot be read */
async function entryOf(db: Database, number: number): Promise<AuditEntry | undefined> {
	const page = await pageWith(db, number)
	if (page === undefined || page.lastNumber < number) return undefined
	const entries = await entriesOf(page)
	if (entries === undefined) throw refusal(`entries ${page.firstNumber} to ${page.lastNumber} cannot be read`)
	return entries[number - page.firstNumber]?.entry
}

function refusal(detail: string): TradeError {
	return new TradeError('validation_failed', detail)
}

/** The newest entry that is archived; undefined if none is. */
async function newestArchive(db: Database): Promise<AuditPage['archived']> {
	const { rows } = await sql<{ number: bigint; hash: string; file: string }>`
		select last_number as number, encode(hash, 'hex') as hash, file from audit_archive
		order by last_number desc limit 1`.execute(db)
	return rows[0] && { ...rows[0], number: Number(rows[0].number) }
}

/** Removes the oldest pages whose entries are all archived; returns how many. */
export async function deleteArchived(db: Database, { limit }: { readonly limit: number }): Promise<number> {
	const { rows } = await sql<{ removed: number }>`
		with oldest as (select first_number from audit_page order by first_number limit ${limit}),
		removed as (
			delete from audit_page p using oldest
			where p.first_number = oldest.first_number
				and p.last_number <= (select max(last_number) from audit_archive)
			returning 1
		)
		select count(*)::int4 as removed from removed`.execute(db)
	return rows[0]?.removed ?? 0
}
