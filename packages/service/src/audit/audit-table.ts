import type { AuditPage, AuditRecord } from '@accord/protocol'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/tables.ts'
import { type Ask, ask } from '../db/together.ts'

// The guarantee: an entry is written in the same statement or transaction as what it records, so neither exists without
// the other; writing one never waits. It waits in this table until it is chained, and is then moved to a page.

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
	const { rows } = await sql`select from audit_entry order by entry_id limit 1`.execute(db)
	return rows.length > 0
}

/** An entry not yet in the chain. */
export type Unchained = AuditRecord & { readonly entryId: string }

/** In the order in which they were written. */
export function unchained(limit: number): Ask<Unchained[]> {
	const entries = sql<Omit<AuditRecord, 'atMs'> & { entry_id: bigint; at_ms: bigint }>`
		select entry_id, at_ms, act, actor, subject, detail from audit_entry order by entry_id limit ${limit}`
	return ask(entries, rows =>
		rows.map(({ entry_id, at_ms, ...row }) => ({ ...row, entryId: String(entry_id), atMs: Number(at_ms) })),
	)
}

/** Removes entries that are in pages now. A trigger requires that the chain's head has changed before. */
export function deleteChained(chained: readonly Unchained[]): Ask<void> {
	const ids = JSON.stringify(chained.map(({ entryId }) => entryId))
	const deleted = sql`
		delete from audit_entry e using jsonb_array_elements_text(${ids}::jsonb) id where e.entry_id = id::int8`
	return ask(deleted, () => {})
}

/** The newest entry of the chain, which no one else can extend until the transaction ends. */
export function lockedAuditHead(): Ask<AuditPage['head']> {
	const heads = sql<{ number: bigint; hash: string }>`
		select number, encode(hash, 'hex') as hash from audit_head for update`
	return ask(heads, ([head]) => {
		if (head === undefined) throw new Error('the audit log has lost its head')
		return { number: Number(head.number), hash: head.hash }
	})
}

/** The chain has a new newest entry. */
export function updateAuditHead({ number, hash }: AuditPage['head']): Ask<void> {
	return ask(sql`update audit_head set number = ${number}, hash = decode(${hash}, 'hex')`, () => {})
}
