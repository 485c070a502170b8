import { createHash } from 'node:crypto'
import { zstdCompressSync } from 'node:zlib'
import { type Kysely, sql } from 'kysely'
import { requireNoNodes } from '../require-no-nodes.ts'

/**
 * Entries of the audit log wait in their table only until they are chained; chained ones are in compressed pages, without
 * their hashes. Where the chain is broken already, a page ends with the hash that was stored, so that the break is still
 * found there.
 */
export async function up(db: Kysely<never>): Promise<void> {
	await requireNoNodes(db)
	for (const statement of before) await sql.raw(statement).execute(db)
	for (let place = await firstPlace(db); ; ) {
		const entries = await entriesAfter(db, place)
		const [last] = entries.slice(-1)
		if (last === undefined) break
		await insertPages(db, pagesOf(place, entries))
		place = { number: last.number, hash: last.hash }
	}
	for (const statement of after) await sql.raw(statement).execute(db)
}

type Place = { readonly number: number; readonly hash: string }
type Entry = Place & {
	readonly at_ms: number
	readonly act: string
	readonly actor: string
	readonly subject: string
	readonly detail: Readonly<Record<string, unknown>>
}
type Page = { readonly first: number; readonly previous: string; readonly entries: Entry[]; characters: number }

const entriesMax = 250
const charactersMax = 262_144

/** The newest archived entry: those up to it are in files, and are not moved. */
async function firstPlace(db: Kysely<never>): Promise<Place> {
	const { rows } = await sql<{ number: bigint; hash: string }>`
		select last_number as number, encode(hash, 'hex') as hash from audit_archive
		order by last_number desc limit 1`.execute(db)
	return rows[0] ? { number: Number(rows[0].number), hash: rows[0].hash } : { number: 0, hash: '0'.repeat(64) }
}

async function entriesAfter(db: Kysely<never>, { number }: Place): Promise<Entry[]> {
	const { rows } = await sql<{ entry: Entry }>`
		select jsonb_build_object('number', number, 'hash', encode(hash, 'hex'), 'at_ms', at_ms, 'act', act, 'actor', actor,
			'subject', subject, 'detail', detail) as entry
		from audit_entry where number > ${number} order by number limit 1000`.execute(db)
	return rows.map(({ entry }) => entry)
}

/** A page ends early at an entry whose stored hash does not follow, and before entries that are missing. */
function pagesOf(place: Place, entries: readonly Entry[]): Page[] {
	const pages: Page[] = []
	let previous = place
	let isBroken = false
	for (const entry of entries) {
		const { length } = lineOf(entry)
		const page = pages.at(-1)
		const follows = entry.number === previous.number + 1
		const fits = page && page.entries.length < entriesMax && page.characters + length <= charactersMax
		if (page === undefined || isBroken || !follows || !fits)
			pages.push({ first: entry.number, previous: previous.hash, entries: [entry], characters: length })
		else {
			page.entries.push(entry)
			page.characters += length
		}
		isBroken = entry.hash !== hashAfter(previous.hash, entry)
		previous = entry
	}
	return pages
}

function lineOf({ at_ms, act, actor, subject, detail }: Entry): string {
	return JSON.stringify([at_ms, act, actor, subject, detail])
}

function hashAfter(previous: string, { number, at_ms, act, actor, subject, detail }: Entry): string {
	const text = JSON.stringify({ act, actor, at_ms, detail, number, subject }, (_key, inner: unknown) =>
		typeof inner === 'object' && inner !== null && !Array.isArray(inner)
			? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
			: inner,
	)
	return createHash('sha256').update(Buffer.from(previous, 'hex')).update(text).digest('hex')
}

const refusedActs = ['order_refused', 'fill_refused', 'operator_refused']

async function insertPages(db: Kysely<never>, pages: readonly Page[]): Promise<void> {
	const rows = pages.map(({ first, previous, entries }) => {
		const refusals = entries
			.filter(({ act }) => refusedActs.includes(act))
			.map(({ act, at_ms, detail }) => ({ act, code: detail.code, count: detail.count, at_ms }))
		return {
			...{ first, previous, last: first + entries.length - 1, hash: entries.at(-1)?.hash },
			entries: zstdCompressSync(entries.map(lineOf).join('\n')).toString('hex'),
			refusals: refusals.length === 0 ? null : refusals,
		}
	})
	await sql`
		insert into audit_page (first_number, last_number, previous_hash, hash, entries, refusals)
		select first, last, decode(previous, 'hex'), decode(hash, 'hex'), decode(entries, 'hex'), refusals
		from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
			as p (first int8, last int8, previous text, hash text, entries text, refusals jsonb)`.execute(db)
}

const before = [
	`LOCK TABLE audit_entry, audit_head IN ACCESS EXCLUSIVE MODE`,
	`CREATE TABLE audit_page (
		first_number int8 PRIMARY KEY,
		last_number int8 NOT NULL,
		previous_hash bytea NOT NULL,
		hash bytea NOT NULL,
		entries bytea NOT NULL,
		refusals jsonb
	) WITH (toast.autovacuum_vacuum_scale_factor = 0.02)`,
	`ALTER TABLE audit_page ALTER COLUMN entries SET STORAGE EXTERNAL`,
	`COMMENT ON TABLE audit_page IS 'The chain of the audit log: entries that follow each other, many in a row; the newest page is extended until it is full'`,
	`COMMENT ON COLUMN audit_page.first_number IS 'Number of its first entry'`,
	`COMMENT ON COLUMN audit_page.last_number IS 'Number of its last entry'`,
	`COMMENT ON COLUMN audit_page.previous_hash IS 'Hash of the entry before the first; 32 zero bytes if there is none'`,
	`COMMENT ON COLUMN audit_page.hash IS 'Hash of the last entry: SHA-256 over the hash before and the entry as JSON; those of the others are computed from the one before the first'`,
	`COMMENT ON COLUMN audit_page.entries IS 'A line of JSON for each: time, act, actor, subject and detail, all compressed by Zstandard'`,
	`COMMENT ON COLUMN audit_page.refusals IS 'The refusals among them, for the statistics; null if there are none'`,
	`CREATE INDEX audit_page_refusals ON audit_page (first_number) WHERE refusals IS NOT NULL`,
]

const after = [
	`DROP TRIGGER audit_entry_fixed ON audit_entry`,
	`DROP TRIGGER audit_entry_kept ON audit_entry`,
	`DROP TRIGGER audit_entry_whole ON audit_entry`,
	`CREATE TEMPORARY TABLE waiting_entry ON COMMIT DROP AS
		SELECT entry_id, at_ms, act, actor, subject, detail FROM audit_entry WHERE hash IS NULL`,
	`TRUNCATE audit_entry`,
	`DROP INDEX audit_entry_unchained`,
	`ALTER TABLE audit_entry DROP COLUMN number, DROP COLUMN hash, ADD PRIMARY KEY (entry_id)`,
	`INSERT INTO audit_entry (entry_id, at_ms, act, actor, subject, detail) OVERRIDING SYSTEM VALUE
		SELECT * FROM waiting_entry`,
	`COMMENT ON TABLE audit_entry IS 'Decisions and acts of operators, until they are chained about a second later'`,
	`COMMENT ON COLUMN audit_entry.entry_id IS 'The order in which entries were written; concurrent transactions may commit in another one'`,
	`CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
	BEGIN
		RAISE EXCEPTION 'entries of the audit log are neither changed nor removed';
	END $$`,
	`CREATE FUNCTION refuse_unchained_removal() RETURNS trigger LANGUAGE plpgsql AS $$
	BEGIN
		IF NOT EXISTS (SELECT FROM audit_head WHERE xmin = pg_current_xact_id()::xid) THEN
			RAISE EXCEPTION 'entries of the audit log are neither changed nor removed before they are chained';
		END IF;
		RETURN NULL;
	END $$`,
	`CREATE FUNCTION refuse_unarchived_removal() RETURNS trigger LANGUAGE plpgsql AS $$
	BEGIN
		IF NOT EXISTS (SELECT FROM audit_archive WHERE last_number >= OLD.last_number) THEN
			RAISE EXCEPTION 'entries of the audit log are neither changed nor removed before they are archived';
		END IF;
		RETURN OLD;
	END $$`,
	`CREATE TRIGGER audit_entry_fixed BEFORE UPDATE ON audit_entry FOR EACH ROW EXECUTE FUNCTION refuse_audit_change()`,
	`COMMENT ON TRIGGER audit_entry_fixed ON audit_entry IS 'An entry never changes'`,
	`CREATE TRIGGER audit_entry_kept AFTER DELETE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_unchained_removal()`,
	`COMMENT ON TRIGGER audit_entry_kept ON audit_entry IS 'Entries leave only in a transaction that extends the chain'`,
	`CREATE TRIGGER audit_entry_whole BEFORE TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`,
	`COMMENT ON TRIGGER audit_entry_whole ON audit_entry IS 'Nor do all of them'`,
	`CREATE TRIGGER audit_page_fixed BEFORE UPDATE ON audit_page FOR EACH ROW
		WHEN (NEW.first_number <> OLD.first_number OR NEW.previous_hash <> OLD.previous_hash OR NEW.last_number <= OLD.last_number)
		EXECUTE FUNCTION refuse_audit_change()`,
	`COMMENT ON TRIGGER audit_page_fixed ON audit_page IS 'A page is extended, and nothing else'`,
	`CREATE TRIGGER audit_page_kept BEFORE DELETE ON audit_page FOR EACH ROW EXECUTE FUNCTION refuse_unarchived_removal()`,
	`COMMENT ON TRIGGER audit_page_kept ON audit_page IS 'No page is removed unless all its entries are archived'`,
	`CREATE TRIGGER audit_page_whole BEFORE TRUNCATE ON audit_page FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`,
	`COMMENT ON TRIGGER audit_page_whole ON audit_page IS 'Nor are all of them'`,
]
