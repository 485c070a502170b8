import type { AuditEntry, AuditPage, AuditRecord } from '@accord/protocol'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/tables.ts'
import { type Ask, ask, askOne } from '../db/together.ts'

// The guarantee: an entry is written in the same statement or transaction as what it records, so neither exists without
// the other; writing one never waits.

/** The target of a statement's entries, with its columns in order: `insert into ${auditColumns} select …`. */
export const auditColumns = sql.raw('audit_entry (at_ms, act, actor, subject, detail)')

/** Entries as rows that a statement can select or join by subject: `select at_ms, act, actor, subject, detail from …`. */
export function auditRows(records: readonly AuditRecord[]): RawBuilder<unknown> {
	const rows = records.map(({ atMs, ...record }) => ({ ...record, at_ms: atMs }))
	return sql`jsonb_to_recordset(${JSON.stringify(rows, storable)}::jsonb)
		as audited (at_ms int8, act text, actor text, subject text, detail jsonb)`
}

/** Writes entries that are not part of any other statement. */
export async function insertAuditEntries(db: Database, records: readonly AuditRecord[]): Promise<void> {
	if (records.length === 0) return
	await sql`
		insert into ${auditColumns} select at_ms, act, actor, subject, detail from ${auditRows(records)}`.execute(db)
}

/** Zero characters and half surrogate pairs cannot be stored. */
function storable(_key: string, value: unknown): unknown {
	return typeof value === 'string' ? value.toWellFormed().replaceAll('\u0000', '') : value
}

/** Whether there is anything to chain: if not, nothing is locked, so an idle database writes nothing. */
export async function hasUnchained(db: Database): Promise<boolean> {
	const { rows } = await sql`select from audit_entry where hash is null limit 1`.execute(db)
	return rows.length > 0
}

/** An entry not yet in the chain. */
export type Unchained = AuditRecord & { readonly entryId: string }

/** The newest entry of the chain, which no one else can extend until the transaction ends. */
export function lockedAuditHead(): Ask<AuditPage['head']> {
	return auditHead(sql`for update`)
}

/** In the order in which they were written. */
export function unchained(limit: number): Ask<Unchained[]> {
	const entries = sql<Omit<EntryRow, 'number' | 'hash'> & { entry_id: bigint }>`
		select entry_id, at_ms, act, actor, subject, detail from audit_entry
		where hash is null order by entry_id limit ${limit}`
	return ask(entries, rows =>
		rows.map(({ entry_id, at_ms, ...row }) => ({ ...row, entryId: String(entry_id), atMs: Number(at_ms) })),
	)
}

type Chained = { readonly entryId: string; readonly number: number; readonly hash: string }

/** Gives entries their positions, and the chain its new head. */
export function updateChained(chained: readonly Chained[], head: Omit<Chained, 'entryId'>): Ask<void> {
	const updated = sql`
		with places as (
			select * from jsonb_to_recordset(${JSON.stringify(chained)}::jsonb) as p("entryId" int8, number int8, hash text)
		),
		chained as (
			update audit_entry e set number = p.number, hash = decode(p.hash, 'hex')
			from places p where e.entry_id = p."entryId" and e.hash is null
		)
		update audit_head set number = ${head.number}, hash = decode(${head.hash}, 'hex')`
	return ask(updated, () => {})
}

type EntryRow = Omit<AuditEntry, 'number' | 'atMs'> & { readonly number: bigint; readonly at_ms: bigint }

const pageBytesMax = 2_000_000

/**
 * Chained entries after a number, and after the archived ones: as many as requested, but no more than about 2 MB of
 * them, and always at least one if there is one.
 */
export async function auditPage(
	db: Database,
	{ after, limit }: { readonly after: number; readonly limit: number },
): Promise<AuditPage> {
	// Read first, so that no entry of the page is newer.
	const head = await askOne(db, auditHead(sql``))
	// A single snapshot shows both what exists and what is archived.
	const { rows } = await sql<PageRow>`
		with archived as (
			select jsonb_build_object('number', last_number, 'hash', encode(hash, 'hex'), 'file', file) as archived
			from audit_archive order by last_number desc limit 1
		)
		select (select archived from archived) as archived, measured.* from (select 1) one left join (
			select *, row_number() over (order by number) as place,
				sum(octet_length(detail::text)) over (order by number) as bytes
			from (
				select number, at_ms, act, actor, subject, detail, encode(hash, 'hex') as hash from audit_entry
				where number > greatest(${after}, (select max(last_number) from audit_archive)) and number <= ${head.number}
				order by number limit ${limit}
			) page
		) measured on bytes <= ${pageBytesMax} or place = 1 order by number`.execute(db)
	const archived = rows[0]?.archived ?? undefined
	const entries = rows.flatMap(({ number, at_ms, act, actor, subject, detail, hash }) =>
		number === null ? [] : { number: Number(number), atMs: Number(at_ms), act, actor, subject, detail, hash },
	)
	return { entries, head, ...(archived && { archived }) }
}

/** `number` is null if there is no entry. */
type PageRow = Omit<EntryRow, 'number'> & {
	readonly archived: AuditPage['archived'] | null
	readonly number: bigint | null
}

function auditHead(lock: RawBuilder<unknown>): Ask<AuditPage['head']> {
	const heads = sql<{ number: bigint; hash: string }>`
		select number, encode(hash, 'hex') as hash from audit_head ${lock}`
	return ask(heads, ([head]) => {
		if (head === undefined) throw new Error('the audit log has lost its head')
		return { number: Number(head.number), hash: head.hash }
	})
}
