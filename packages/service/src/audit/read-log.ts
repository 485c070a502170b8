import type { AuditEntry, AuditPage } from '@accord/protocol'
import { sql } from 'kysely'
import type { Database } from '../db/tables.ts'
import { type PageRow, pageColumns, pageOf } from './pages-table.ts'
import { entriesOf, type StoredPage } from './stored-page.ts'

/** Enough for as many entries as can be requested: only the newest page has less than half of what it may be extended to. */
const pagesMax = 32
const charactersMax = 2_000_000

type Wanted = { readonly after: number; readonly limit: number }

/**
 * Chained entries after a number, and after the archived ones: as many as requested, but no more than about 2 MB of
 * them, and always at least one if there is one. Those of pages that cannot be read are missing.
 */
export async function auditPage(db: Database, { after, limit }: Wanted): Promise<AuditPage> {
	// A single snapshot shows the head, what is archived, and what exists.
	const { rows } = await sql<LogRow>`
		with archived as (
			select last_number as number, encode(hash, 'hex') as hash, file from audit_archive order by last_number desc limit 1
		),
		previous as (select greatest(${after}::int8, (select number from archived)) as number)
		select (select to_jsonb(archived) from archived) as archived,
			jsonb_build_object('number', h.number, 'hash', encode(h.hash, 'hex')) as head, pages.*
		from audit_head h left join (
			select ${pageColumns} from audit_page p, previous
			where p.last_number > previous.number and p.first_number >= coalesce(
				(select max(first_number) from audit_page where first_number <= previous.number + 1), 0
			)
			order by p.first_number limit ${pagesMax}
		) pages on true order by first_number`.execute(db)
	const [first] = rows
	if (first === undefined) throw new Error('the audit log has lost its head')
	const { head, archived } = first
	const pages = rows.flatMap(row => (row.first_number === null ? [] : pageOf(row)))
	const entries = await entriesAfter(pages, { after: Math.max(after, archived?.number ?? 0), limit })
	return { entries, head, ...(archived && { archived }) }
}

/** A page and what is the same for all; without a page if there is none. */
type LogRow = (PageRow | { readonly [Column in keyof PageRow]: null }) &
	Pick<AuditPage, 'head'> & { readonly archived: AuditPage['archived'] | null }

async function entriesAfter(pages: readonly StoredPage[], { after, limit }: Wanted): Promise<AuditEntry[]> {
	const entries: AuditEntry[] = []
	let left = charactersMax
	for (const page of pages) {
		for (const { entry, characters } of (await entriesOf(page)) ?? []) {
			if (entry.number <= after) continue
			left -= characters
			if (entries.length === limit || (left < 0 && entries.length > 0)) return entries
			entries.push(entry)
		}
	}
	return entries
}
