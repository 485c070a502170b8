import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/tables.ts'
import { type Ask, ask } from '../db/together.ts'
import type { LoggedRefusal, NewPage } from './next-pages.ts'
import type { StoredPage } from './stored-page.ts'

/** A page's row as statements select it. */
export type PageRow = {
	readonly first_number: bigint
	readonly last_number: bigint
	readonly previous_hash: string
	readonly hash: string
	readonly entries: Uint8Array
}

/** The columns of a {@link PageRow}, of `audit_page p`. */
export const pageColumnsText = `p.first_number, p.last_number, encode(p.previous_hash, 'hex') as previous_hash,
	encode(p.hash, 'hex') as hash, p.entries`
export const pageColumns: RawBuilder<unknown> = sql.raw(pageColumnsText)

export function pageOf(row: PageRow): StoredPage {
	const { first_number: first, last_number: last, previous_hash: previousHash, hash, entries } = row
	return { firstNumber: Number(first), lastNumber: Number(last), previousHash, hash, entries }
}

/** The newest page with at most this many entries; undefined if it does not end with the chain's head. */
export function newestPage(entriesMax: number): Ask<NewPage | undefined> {
	const pages = sql<PageRow & { refusals: readonly LoggedRefusal[] | null }>`
		select ${pageColumns}, p.refusals from (select * from audit_page order by first_number desc limit 1) p
		join audit_head h on h.number = p.last_number and h.hash = p.hash
		where p.last_number - p.first_number < ${entriesMax}`
	return ask(pages, ([row]) => row && { ...pageOf(row), refusals: row.refusals ?? [] })
}

/** Writes pages. One that begins as another one does is this one, extended. */
export function writePages(pages: readonly NewPage[]): Ask<void> {
	const rows = pages.map(({ firstNumber, lastNumber, previousHash, hash, entries, refusals }) => ({
		first_number: firstNumber,
		last_number: lastNumber,
		previous_hash: previousHash,
		hash,
		entries: Buffer.from(entries).toString('hex'),
		refusals: refusals.length === 0 ? null : refusals,
	}))
	const written = sql`
		insert into audit_page (first_number, last_number, previous_hash, hash, entries, refusals)
		select first_number, last_number, decode(previous_hash, 'hex'), decode(hash, 'hex'), decode(entries, 'hex'), refusals
		from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p
			(first_number int8, last_number int8, previous_hash text, hash text, entries text, refusals jsonb)
		on conflict (first_number) do update set last_number = excluded.last_number, hash = excluded.hash,
			entries = excluded.entries, refusals = excluded.refusals`
	return ask(written, () => {})
}

/** The page in which a number is, or would be; undefined if all pages are newer. */
export async function pageWith(db: Database, number: number): Promise<StoredPage | undefined> {
	const { rows } = await sql<PageRow>`
		select ${pageColumns} from audit_page p where first_number <= ${number} order by first_number desc limit 1`.execute(
		db,
	)
	return rows[0] && pageOf(rows[0])
}
