import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Line } from '../../../../test/fixtures/line.ts'
import { openPostgresLine } from '../../../../test/fixtures/postgres-line.ts'
import { until } from '../../../../test/network/until.ts'
import { openPostgresSession } from '../testing/postgres-session.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { lockAccounts } from './advisory-lock.ts'
import { type OpenDatabase, openDatabase } from './open-database.ts'
import type { Tables } from './tables.ts'
import { inTransaction } from './transaction.ts'

const { config, drop } = await createTestDatabase()
after(drop)
describe('a PostgreSQL server', () => testServer(config.url))

/** Cases that need a server with several connections over a network. */
function testServer(url: string): void {
	let line: Line
	let lineUrl: string
	let opened: OpenDatabase
	const ask = () => sql`select 1`.execute(opened.db)
	// It takes a moment for a cut connection to be noticed.
	const untilServed = () => until('the next statement to be served', () => ask().then(Boolean, () => false))
	const isRefused = { code: 'database_unavailable' }

	before(async () => {
		;({ line, url: lineUrl } = await openPostgresLine(url))
		opened = await openDatabase({ url: lineUrl })
	})
	after(async () => {
		await opened.close()
		line.stop()
	})
	beforeEach(async () => {
		line.mend()
		const makers = [1, 2].map(i => ({ maker_id: `maker-${i}`, name: 'a', created_at_ms: 1n, last_sequence: 0n }))
		await opened.db.deleteFrom('maker').execute()
		await opened.db.insertInto('maker').values(makers).execute()
	})

	test('error: a statement whose connection is cut is refused, and the next one gets another connection', async () => {
		const cut = assert.rejects(sql`select pg_sleep(2)`.execute(opened.db), isRefused)
		await until('it to run', () => isRunning(opened, 'select pg_sleep(2)'))
		line.breakOff()
		await cut
		await untilServed()
	})

	test('a frequent statement is prepared, and is refused or served like any other', async () => {
		const divide = (by: number) => sql<{ result: number }>`select 12 / ${by}::int as result`.execute(opened.db)
		const results = []
		for (let n = 0; n < 200; n++) results.push((await divide(n % 2 === 0 ? 3 : 4)).rows[0]?.result)
		assert.deepEqual(results, Array.from({ length: 100 }, () => [4, 3]).flat())
		const { rows } = await sql`select from pg_prepared_statements where statement like 'select 12 /%'`.execute(
			opened.db,
		)
		assert.equal(rows.length, 1)
		await assert.rejects(divide(0), { code: '22012' })
		assert.equal((await divide(6)).rows[0]?.result, 2)
		line.breakOff()
		await untilServed()
		assert.equal((await divide(2)).rows[0]?.result, 6)
	})

	test('a statement that a migration has made stale is prepared again', async () => {
		const change = (columns: string) => sql`alter table maker ${sql.raw(columns)}`.execute(opened.db)
		const read = (db: Kysely<Tables>) =>
			db.selectFrom('maker').selectAll().where('maker_id', '=', 'maker-1').executeTakeFirstOrThrow()
		for (let n = 0; n < 200; n++) await read(opened.db)
		await change('add column added int')
		await assert.rejects(read(opened.db), isRefused)
		assert.ok('added' in (await read(opened.db)))
		await change('drop column added')
		assert.ok(!('added' in (await inTransaction(opened.db, read))))
	})

	test('error: a statement whose session the server terminates is refused', async () => {
		const ended = assert.rejects(sql`select pg_sleep(3)`.execute(opened.db), isRefused)
		await until('it to run', () => isRunning(opened, 'select pg_sleep(3)'))
		await sql`select pg_terminate_backend(pid) from pg_stat_activity where query = 'select pg_sleep(3)'`.execute(
			opened.db,
		)
		await ended
		await untilServed()
	})

	test('error: a transaction whose connection is cut between two statements is refused and rolled back', async () => {
		const broken = inTransaction(opened.db, async trx => {
			await trx.updateTable('maker').set({ name: 'b' }).execute()
			line.breakOff()
			await until('the cut to be noticed', () => line.open === 0)
			await trx.updateTable('maker').set({ name: 'c' }).execute()
		})
		await assert.rejects(broken, isRefused)
		assert.deepEqual(await names(opened), ['a', 'a'])
	})

	test('idle connections that break are replaced', async () => {
		await Promise.all([ask(), ask(), ask()])
		line.breakOff()
		await untilServed()
	})

	test('error: without a server every statement is refused until it is back', async () => {
		line.cut()
		await assert.rejects(ask(), isRefused)
		await assert.rejects(
			inTransaction(opened.db, () => Promise.resolve()),
			isRefused,
		)
		await assert.rejects(openDatabase({ url: lineUrl }))
		line.mend()
		await untilServed()
	})

	test('statements beyond the number of connections wait for one', async () => {
		const pids = await Promise.all(Array.from({ length: 100 }, () => backendPid(opened)))
		assert.equal(pids.length, 100)
		assert.ok(new Set(pids).size <= 16)
		assert.ok(line.open <= 16)
	})

	test('transactions that lock the same rows in opposite orders both succeed', async () => {
		const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
		const rename = (name: string, ids: readonly string[]) =>
			inTransaction(opened.db, async trx => {
				await renameMaker(trx, { id: ids[0], name })
				both[ids[0] === 'maker-1' ? 0 : 1]?.resolve()
				await Promise.all(both.map(({ promise }) => promise))
				await renameMaker(trx, { id: ids[1], name })
			})
		await Promise.all([rename('b', ['maker-1', 'maker-2']), rename('c', ['maker-2', 'maker-1'])])
		assert.equal(new Set(await names(opened)).size, 1)
	})

	test('a transaction begins with the locks that it takes first, and releases them however it ends', async () => {
		const account = "a'\\"
		const held = async () => {
			const { rows } = await sql<{ held: number }>`
				select count(*)::int4 as held from pg_locks where locktype = 'advisory' and granted
					and (classid::int8 << 32 | objid::int8) = hashtextextended(${`account ${account}`}, 0)`.execute(
				opened.requests,
			)
			return rows[0]?.held
		}
		const fails = async (trx: Transaction<Tables>) => {
			await lockAccounts(trx, [account])
			await trx.deleteFrom('maker').execute()
			assert.equal(await outside(held), 1)
			throw new Error('no')
		}
		await assert.rejects(inTransaction(opened.db, fails), /no/)
		assert.equal(await held(), 0)
		await inTransaction(opened.db, trx => lockAndRead(trx, [account, 'b']))
		assert.equal(await held(), 0)
		await inTransaction(opened.db, async () => {})
		assert.equal((await opened.db.selectFrom('maker').selectAll().execute()).length, 2)
	})

	test('error: a transaction whose first lock is held elsewhere for too long is refused', async () => {
		const free = Promise.withResolvers<void>()
		const taken = Promise.withResolvers<void>()
		const holder = inTransaction(opened.db, async trx => {
			await lockAndRead(trx, ['a'])
			taken.resolve()
			await free.promise
		})
		await taken.promise
		const waits = opened.db.transaction().execute(trx => lockAndRead(trx, ['a']))
		await assert.rejects(waits, isRefused).finally(free.resolve)
		await holder
		await inTransaction(opened.db, trx => lockAndRead(trx, ['a']))
	})

	test('error: a statement that waits 2 s for a lock is refused', async () => {
		const rename = opened.db.updateTable('maker').set({ name: 'b' }).where('maker_id', '=', 'maker-1')
		await inTransaction(opened.db, async trx => {
			await renameMaker(trx, { id: 'maker-1', name: 'c' })
			await assert.rejects(
				outside(() => rename.execute()),
				isRefused,
			)
		})
		assert.deepEqual((await names(opened)).sort(), ['a', 'c'])
	})

	test('error: a statement that takes 10 s is refused, and its connection continues', async () => {
		const shown = await sql`show statement_timeout`.execute(opened.db)
		assert.deepEqual(shown.rows, [{ statement_timeout: '10s' }])
		await inTransaction(opened.db, async trx => {
			await sql`set local statement_timeout = 10`.execute(trx)
			await assert.rejects(sql`select pg_sleep(1)`.execute(trx), isRefused)
			await sql`rollback`.execute(trx)
		})
	})

	// shows decision 30: Data is durable before it is acknowledged
	test('every commit is on the server’s disk before it is acknowledged, whatever is configured there', async t => {
		const database = await createTestDatabase()
		t.after(database.drop)
		const other = await openPostgresSession(database.config.url)
		await other.run(`alter database ${new URL(database.config.url).pathname.slice(1)} set synchronous_commit = off`)
		await other.close()
		const { db, requests, close } = await openDatabase(database.config)
		const show = (lane: Kysely<Tables>) => sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(lane)
		const shown = [await show(db), await show(requests)].flatMap(({ rows }) => rows)
		await close()
		assert.deepEqual(shown, [{ synchronous_commit: 'on' }, { synchronous_commit: 'on' }])
	})

	test('reads under a lock are newer than the lock, whatever is configured on the server', async t => {
		const database = await createTestDatabase()
		const other = await openPostgresSession(database.config.url)
		const name = new URL(database.config.url).pathname.slice(1)
		await other.run(`alter database ${name} set default_transaction_isolation = 'repeatable read'`)
		await other.close()
		const { db, requests, close } = await openDatabase(database.config)
		t.after(async () => {
			await close()
			await database.drop()
		})
		const account = 'account_1'
		const isWritten = Promise.withResolvers<void>()
		const isAwaited = Promise.withResolvers<void>()
		const first = inTransaction(db, async trx => {
			await lockAccounts(trx, [account])
			const maker = { maker_id: 'maker-1', name: 'a', created_at_ms: 1n, last_sequence: 0n }
			await trx.insertInto('maker').values(maker).execute()
			isWritten.resolve()
			await isAwaited.promise
		})
		await isWritten.promise
		const second = inTransaction(requests, async trx => {
			await lockAccounts(trx, [account])
			return await trx.selectFrom('maker').select('maker_id').execute()
		})
		await until('the second to wait', async () => {
			const waiting = sql`
				select from pg_locks join pg_database on pg_database.oid = database
				where datname = ${name} and locktype = 'advisory' and not granted`
			return (await waiting.execute(db)).rows.length > 0
		})
		isAwaited.resolve()
		await first
		assert.deepEqual(await second, [{ maker_id: 'maker-1' }])
	})

	test('a migration waits longer for a lock than a statement of the service', async t => {
		const database = await createTestDatabase()
		t.after(database.drop)
		await (await openDatabase(database.config)).close()
		const other = await openPostgresSession(database.config.url)
		await other.run('begin')
		await other.run('lock table kysely_migration in access exclusive mode')
		const opening = openDatabase(database.config)
		await other.run('select pg_sleep(3)')
		await other.run('rollback')
		await (await opening).close()
		await other.close()
	})

	test('a session that is idle inside a transaction ends after 3 s, and releases its locks', async () => {
		const shown = await sql`show idle_in_transaction_session_timeout`.execute(opened.db)
		assert.deepEqual(shown.rows, [{ idle_in_transaction_session_timeout: '3s' }])
		const other = await openPostgresSession(url)
		const locked = Promise.withResolvers<void>()
		const stuck = inTransaction(opened.db, async trx => {
			await renameMaker(trx, { id: 'maker-1', name: 'stuck' })
			line.silence('both')
			locked.resolve()
			await renameMaker(trx, { id: 'maker-1', name: 'never' })
		})
		const refused = assert.rejects(stuck, isRefused)
		await locked.promise
		await other.run(`update maker set name = 'other' where maker_id = 'maker-1' and name = 'a'`)
		line.breakOff()
		await refused
		line.mend()
		await untilServed()
		assert.deepEqual((await names(opened)).toSorted(), ['a', 'other'])
		await other.close()
	})

	test('closing it closes its connections', async t => {
		const second = await createTestDatabase()
		t.after(second.drop)
		const through = new URL(lineUrl)
		through.pathname = new URL(second.config.url).pathname
		const other = await openDatabase({ url: through.href })
		const earlier = line.open
		await Promise.all(Array.from({ length: 20 }, () => sql`select 1`.execute(other.db)))
		assert.ok(line.open > earlier)
		await other.close()
		await until('the connections to be closed', () => line.open < earlier)
		await assert.rejects(sql`select 1`.execute(other.db))
	})
}

/** Locks are taken together with the statement that follows. */
async function lockAndRead(trx: Transaction<Tables>, accounts: readonly string[]): Promise<void> {
	await lockAccounts(trx, accounts)
	await sql`select`.execute(trx)
}

async function names({ db }: OpenDatabase): Promise<string[]> {
	return (await db.selectFrom('maker').select('name').execute()).map(({ name }) => name)
}

async function renameMaker(trx: Transaction<Tables>, { id = '', name }: { id: string | undefined; name: string }) {
	await trx.updateTable('maker').set({ name }).where('maker_id', '=', id).execute()
}

async function backendPid({ db }: OpenDatabase): Promise<number | undefined> {
	return (await sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.01)::text`.execute(db)).rows[0]?.pid
}

/** Runs `fn` as if it had not been called from within a transaction. */
const outside = AsyncLocalStorage.snapshot()

async function isRunning({ db }: OpenDatabase, statement: string): Promise<boolean> {
	const { rows } = await sql`select from pg_stat_activity where query = ${statement}`.execute(db)
	return rows.length > 0
}
