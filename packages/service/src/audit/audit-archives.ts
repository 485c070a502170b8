import { type AuditArchive, type AuditPage, TradeError } from '@accord/protocol'
import { sql } from 'kysely'
import type { Database } from '../db/tables.ts'
import { askOne } from '../db/together.ts'
import { lockedAuditHead } from './audit-table.ts'

// The guarantee: an entry is removed only once a file that an operator has verified is recorded to have it, and the
// chain continues from the last entry of that file.

type ArchiveToRecord = { readonly archive: AuditArchive; readonly by: string; readonly nowMs: number }

const dayMs = 86_400_000

/**
 * Records that the next oldest entries are in a file; they are removed by and by. The transaction holds the chain's
 * lock, so archives follow each other.
 * @throws TradeError `validation_failed` if the file is not the next one, or not this log's
 */
export async function recordArchive(db: Database, { archive, by, nowMs }: ArchiveToRecord): Promise<void> {
	const { first, last, hash, file } = archive
	await askOne(db, lockedAuditHead())
	const archived = (await newestArchive(db))?.number ?? 0
	if (first !== archived + 1) throw refusal(`the next entry to archive is ${archived + 1}, not ${first}`)
	const { rows } = await sql<{ hash: string; at_ms: bigint }>`
		select encode(hash, 'hex') as hash, at_ms from audit_entry where number = ${last} and number >= ${first}`.execute(
		db,
	)
	const [entry] = rows
	if (entry === undefined) throw refusal(`there is no entry ${last} after ${archived}`)
	if (entry.hash !== hash) throw refusal(`entry ${last} has the hash ${entry.hash}: the file is another log's`)
	if (Math.floor(Number(entry.at_ms) / dayMs) >= Math.floor(nowMs / dayMs))
		throw refusal(`entry ${last} is of today: only days that are over are archived`)
	await sql`
		insert into audit_archive (last_number, first_number, hash, file, archived_at_ms, archived_by)
		values (${last}, ${first}, decode(${hash}, 'hex'), ${file}, ${nowMs}, ${by})`.execute(db)
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

/** Removes the oldest entries that are archived; returns how many. */
export async function deleteArchived(db: Database, { limit }: { readonly limit: number }): Promise<number> {
	const { rows } = await sql<{ removed: number }>`
		with oldest as (
			select number from audit_entry where number <= (select max(last_number) from audit_archive)
			order by number limit ${limit}
		),
		removed as (delete from audit_entry e using oldest where e.number = oldest.number returning 1)
		select count(*)::int4 as removed from removed`.execute(db)
	return rows[0]?.removed ?? 0
}
