/** Runs one statement and returns its rows. */
export type Run = (statement: string) => Promise<readonly Record<string, unknown>[]>

type Made = { readonly drop: string; readonly make: string }

/** Removes the foreign keys of all tables; returns how to restore them without checking the existing rows. */
export async function dropReferences(run: Run): Promise<readonly string[]> {
	const references = await run(`
		select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as made
		from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`)
	for (const { table, name } of references) await run(`alter table ${table} drop constraint ${name}`)
	return references.map(({ table, name, made }) => `alter table ${table} add constraint ${name} ${made} not valid`)
}

/**
 * Writes to a table while it has neither indexes nor triggers, and recreates them afterwards: many rows are written
 * several times as fast.
 */
export async function withoutIndexes(run: Run, table: string, write: () => Promise<void>): Promise<void> {
	const indexes = await indexesOf(run, table)
	for (const { drop } of indexes) await run(drop)
	await run(`alter table ${table} disable trigger user`)
	await write()
	await run(`alter table ${table} enable trigger user`)
	for (const { make } of indexes) await run(make)
}

/** Those of a table to which nothing refers any more. */
async function indexesOf(run: Run, table: string): Promise<readonly Made[]> {
	const constraints = await run(`
		select conname as name, pg_get_constraintdef(oid) as made
		from pg_constraint where conrelid = '${table}'::regclass and contype in ('p', 'u')`)
	const indexes = await run(`
		select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made
		from pg_index i where indrelid = '${table}'::regclass
			and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.conrelid = i.indrelid)`)
	return [
		...constraints.map(({ name, made }) => ({
			drop: `alter table ${table} drop constraint ${name}`,
			make: `alter table ${table} add constraint ${name} ${made}`,
		})),
		...indexes.map(({ name, made }) => ({ drop: `drop index ${name}`, make: String(made) })),
	]
}
