import type { Database } from '@accord/service'
import { sql } from 'kysely'
import { type Repeated, repeated } from './repeated.ts'

/** How long one bare synced statement of this database takes: the least that a write can cost. */
export async function bareStatements(db: Database, times: Repeated): Promise<number[]> {
	await sql`create table if not exists bench_bare (n int8 primary key, text text not null)`.execute(db)
	const samples = await repeated(times, n =>
		sql`insert into bench_bare values (${n}, ${'x'.repeat(1_000)})`.execute(db),
	)
	await sql`drop table bench_bare`.execute(db)
	return samples
}
