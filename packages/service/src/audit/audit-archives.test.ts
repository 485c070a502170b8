import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { oneLane } from '../testing/one-lane.ts'
import { openTestDatabase } from '../testing/open-test-database.ts'
import { deleteArchived, recordArchive } from './audit-archives.ts'
import { insertAuditEntries } from './audit-table.ts'
import { chainEntries } from './chain-entries.ts'
import { auditPage } from './read-log.ts'
import { RefusalTally } from './refusal-tally.ts'

const dayMs = 86_400_000

/** A log that is written and chained, and of which the first entries are archived. */
async function openLog(t: TestContext) {
	const { db, close } = await openTestDatabase()
	t.after(close)
	const clock = { nowMs: () => 2 * dayMs }
	const write = async (count: number): Promise<void> => {
		const record = { atMs: 1, act: 'level_set', actor: 'anna', subject: 's', detail: {} } as const
		await insertAuditEntries(db, Array(count).fill(record))
		await chainEntries({ db: oneLane(db), clock, refusals: new RefusalTally({ clock, entriesPerDay: 1 }) })
	}
	const read = () => auditPage(db, { after: 0, limit: 1_000 })
	const archive = async (last: number): Promise<void> => {
		const { archived, entries } = await read()
		const { hash = '' } = entries.find(({ number }) => number === last) ?? {}
		const file = { first: (archived?.number ?? 0) + 1, last, hash, file: `until ${last}` }
		await db.transaction().execute(trx => recordArchive(trx, { archive: file, by: 'anna', nowMs: clock.nowMs() }))
	}
	const numbers = async () => (await read()).entries.map(({ number }) => number)
	return { db, write, archive, numbers }
}

// shows decision 50: entries are removed only once they are archived
test('an archive that ends within a page leaves the rest of it, and the page until all of it is archived', async t => {
	const { db, write, archive, numbers } = await openLog(t)
	await write(4)
	await archive(2)
	assert.equal(await deleteArchived(db, { limit: 10 }), 0)
	assert.deepEqual(await numbers(), [3, 4])
	await archive(4)
	assert.equal(await deleteArchived(db, { limit: 10 }), 1)
	await write(1)
	assert.deepEqual(await numbers(), [5])
})

test('a page that is extended while it is being removed stays', async t => {
	const { db, write, archive, numbers } = await openLog(t)
	await write(3)
	await archive(3)
	const removal = await db.transaction().execute(async trx => {
		await sql`update audit_page set last_number = 4`.execute(trx)
		const waiting = sql<{ count: number }>`
			select count(*)::int4 as count from pg_locks where not granted and locktype = 'transactionid'`
		const removed = deleteArchived(db, { limit: 10 })
		while ((await waiting.execute(trx)).rows[0]?.count === 0);
		return { removed }
	})
	assert.equal(await removal.removed, 0)
	const { rows } = await sql`select first_number, last_number from audit_page`.execute(db)
	assert.deepEqual(rows, [{ first_number: 1n, last_number: 4n }])
	assert.deepEqual(await numbers(), [])
})

test('error: entries of a page that cannot be read are not archived', async t => {
	const { db, write, archive } = await openLog(t)
	await write(3)
	await sql`update audit_page set entries = sha256(''), last_number = 4`.execute(db)
	await assert.rejects(archive(2), { code: 'validation_failed', message: /entries 1 to 4 cannot be read/ })
})
