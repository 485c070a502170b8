import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { AuditEntry, AuditRecord } from '@accord/protocol'
import { type Kysely, sql } from 'kysely'
import { AuditChain, type AuditPlace, auditHash, firstHash } from '../../audit/audit-chain.ts'
import { hasUnchained, insertAuditEntries } from '../../audit/audit-table.ts'
import { chainEntries } from '../../audit/chain-entries.ts'
import { auditPage } from '../../audit/read-log.ts'
import { RefusalTally } from '../../audit/refusal-tally.ts'
import { selectRefusals } from '../../operator/history.ts'
import { oneLane } from '../../testing/one-lane.ts'
import { openEmptyDatabase } from '../../testing/open-empty-database.ts'
import { migrate } from '../migrate.ts'
import type { Tables } from '../tables.ts'

const records: readonly AuditRecord[] = Array.from({ length: 603 }, (_, at) => {
	const detail = { '10': at, z: { b: [1.5, null], a: 'ä\n' }, code: 'no_liquidity', count: at }
	return { atMs: 1_000 + at, act: at === 300 ? 'order_refused' : 'level_set', actor: 'anna', subject: `s${at}`, detail }
})

/** The log of the former version: chained entries but for the last three, of which those up to `archived` are archived. */
async function openFormer(t: TestContext, { archived = 0 } = {}): Promise<Kysely<Tables>> {
	const db = await openEmptyDatabase<Tables>(t)
	await migrate(db, { upTo: '0045-unneeded-indexes' })
	await insertAuditEntries(db, records)
	let hash = firstHash
	const places = records.slice(0, -3).map((record, at) => {
		hash = auditHash(hash, { ...record, number: at + 1 })
		return { number: at + 1, hash }
	})
	await sql`
		update audit_entry e set number = p.number, hash = decode(p.hash, 'hex')
		from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as p (number int8, hash text)
		where e.entry_id = p.number`.execute(db)
	await sql`update audit_head set number = 600, hash = decode(${hash}, 'hex')`.execute(db)
	const last = places[archived - 1]
	if (last === undefined) return db
	await sql`
		insert into audit_archive values (${last.number}, 1, decode(${last.hash}, 'hex'), 'a file', 5, 'operator')`.execute(
		db,
	)
	await sql`delete from audit_entry where number < ${archived / 2}`.execute(db)
	return db
}

/** Changes what the triggers keep from being changed. */
async function forced(db: Kysely<Tables>, change: string): Promise<void> {
	await sql`alter table audit_entry disable trigger all`.execute(db)
	await sql.raw(change).execute(db)
	await sql`alter table audit_entry enable trigger all`.execute(db)
}

async function chain(db: Kysely<Tables>): Promise<void> {
	const clock = { nowMs: () => 0 }
	const refusals = new RefusalTally({ clock, entriesPerDay: 1 })
	while ((await chainEntries({ db: oneLane(db), clock, refusals })) === 'again');
}

/** All entries from the archived ones on, and where their chain breaks. */
async function readLog(db: Kysely<Tables>) {
	const entries: AuditEntry[] = []
	for (let after = 0; ; ) {
		const page = await auditPage(db, { after, limit: 170 })
		const newest = page.entries.at(-1)
		entries.push(...page.entries)
		if (newest !== undefined) after = newest.number
		else return { entries, broken: brokenAt(entries, page) }
	}
}

function brokenAt(entries: readonly AuditEntry[], { head, archived }: { head: AuditPlace; archived?: AuditPlace }) {
	const followed = new AuditChain(archived)
	for (const entry of entries) {
		const broken = followed.add(entry)
		if (broken !== undefined) return broken.number
	}
	return followed.head.hash === head.hash ? undefined : followed.head.number + 1
}

test('chained entries are moved to pages with the same places and hashes, and the chain continues', async t => {
	const db = await openFormer(t)
	const former = (
		await sql<{ hash: string }>`
		select encode(hash, 'hex') as hash from audit_entry where hash is not null order by number`.execute(db)
	).rows
	await migrate(db)
	const moved = await readLog(db)
	assert.deepEqual(
		moved.entries.map(({ hash }) => hash),
		former.map(({ hash }) => hash),
	)
	assert.equal(await hasUnchained(db), true)
	await chain(db)
	assert.equal(await hasUnchained(db), false)
	const { entries, broken } = await readLog(db)
	assert.equal(broken, undefined)
	assert.deepEqual(
		entries.map(({ number: _, hash: __, ...record }) => record),
		records,
	)
	assert.deepEqual((await selectRefusals(db, 0)).counts, [{ act: 'order_refused', code: 'no_liquidity', times: 300 }])
	const pages = await sql`select first_number, last_number from audit_page order by 1`.execute(db)
	assert.deepEqual(pages.rows, [
		{ first_number: 1n, last_number: 250n },
		{ first_number: 251n, last_number: 500n },
		{ first_number: 501n, last_number: 603n },
	])
})

// shows decision 50: entries are removed only once they are archived
test('archived entries are left out, and the chain continues from the last of them', async t => {
	const db = await openFormer(t, { archived: 120 })
	await migrate(db)
	const { entries, broken } = await readLog(db)
	assert.deepEqual([entries[0]?.number, entries.length, broken], [121, 480, undefined])
})

const falsified: readonly [what: string, change: string, at: number][] = [
	['a changed entry', `update audit_entry set actor = 'bert' where number = 270`, 270],
	['a changed hash', `update audit_entry set hash = sha256('') where number = 2`, 2],
	['a changed newest hash', `update audit_entry set hash = sha256('') where number = 600`, 600],
	['a removed entry', `delete from audit_entry where number = 100`, 100],
	['a removed newest entry', `delete from audit_entry where number = 600`, 600],
]

for (const [what, change, at] of falsified) {
	test(`error: ${what} breaks the chain at the same entry as before`, async t => {
		const db = await openFormer(t)
		await forced(db, change)
		await migrate(db)
		assert.equal((await readLog(db)).broken, at)
		await chain(db)
		assert.equal((await readLog(db)).broken, at)
	})
}

test('entries leave only when they are chained, and pages only when they are archived', async t => {
	const db = await openFormer(t)
	await migrate(db)
	const isRefused = (error: unknown) => /neither changed nor removed/.test(`${error} ${(error as Error).cause}`)
	const refused = [
		`update audit_entry set actor = 'b'`,
		`delete from audit_entry`,
		`truncate audit_entry`,
		`update audit_page set hash = sha256('')`,
		`update audit_page set last_number = last_number - 1`,
		`update audit_page set last_number = last_number + 1, previous_hash = sha256('')`,
		`delete from audit_page`,
		`truncate audit_page`,
	]
	for (const statement of refused) await assert.rejects(sql.raw(statement).execute(db), isRefused, statement)
	const archive = (last: number) =>
		sql`insert into audit_archive values (${last}, ${last}, sha256('1'), 'a file', 5, 'operator')`.execute(db)
	const remove = sql`delete from audit_page where first_number = 1`
	await archive(249)
	await assert.rejects(remove.execute(db), isRefused)
	await archive(250)
	await remove.execute(db)
	await assert.rejects(sql`delete from audit_page`.execute(db), isRefused)
})
