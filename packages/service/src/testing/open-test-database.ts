import { after } from 'node:test'
import { sql } from 'kysely'
import { type OpenDatabase, openDatabase } from '../db/open-database.ts'
import { ask, together } from '../db/together.ts'
import { inTransaction } from '../db/transaction.ts'
import { createTestDatabase } from './test-database.ts'

type Kept = OpenDatabase & { empty(): Promise<void>; dispose(): Promise<void> }

const idle: Kept[] = []
let isEnding = false

// The file's own hooks run after this one.
after(async () => {
	isEnding = true
	for (const kept of idle.splice(0)) await kept.dispose()
})

/**
 * A database with all tables, as its service would have it open. When closed, it is emptied for the next test of the
 * file.
 */
export async function openTestDatabase(): Promise<OpenDatabase> {
	const kept = idle.pop() ?? (await openNew())
	const close = async (): Promise<void> => {
		if (isEnding) return await kept.dispose()
		await kept.empty()
		idle.push(kept)
	}
	return { ...kept, close }
}

async function openNew(): Promise<Kept> {
	const { config, drop } = await createTestDatabase()
	const opened = await openDatabase(config)
	const tables = await tablesOf(opened)
	const dispose = async (): Promise<void> => {
		await opened.close()
		await drop()
	}
	return { ...opened, empty: () => empty(opened, tables), dispose }
}

/** A table and its initial rows. */
type Table = { readonly name: string; readonly rows: string | null }

async function tablesOf({ db }: OpenDatabase): Promise<Table[]> {
	const { rows: names } = await sql<{ name: string }>`
		select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename not like 'kysely_%'`.execute(
		db,
	)
	const select = ({ name }: { name: string }) =>
		sql<Table>`select ${name} as name, (select jsonb_agg(to_jsonb(t))::text from ${sql.raw(name)} t) as rows`.execute(
			db,
		)
	return (await Promise.all(names.map(select))).flatMap(({ rows }) => rows)
}

/**
 * Restores the initial rows. As a replica, the session enforces neither references nor the triggers that protect the
 * audit log.
 */
async function empty({ db }: OpenDatabase, tables: readonly Table[]): Promise<void> {
	const statements = tables.flatMap(({ name, rows }) => [
		sql`delete from ${sql.raw(name)}`,
		...(rows === null
			? []
			: [
					sql`insert into ${sql.raw(name)} select * from jsonb_populate_recordset(null::${sql.raw(name)}, ${rows}::jsonb)`,
				]),
	])
	await inTransaction(db, trx =>
		together(
			trx,
			[sql`set local session_replication_role = replica`, ...statements].map(query => ask(query, () => {})),
		),
	)
}
