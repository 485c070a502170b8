import type { Database } from '@accord/service'
import { sql } from 'kysely'

/** How long one bare synced statement of this database takes, again and again: what a write can cost at the least. */
export async function bareStatements(db: Database, count: number): Promise<number[]> {
	await sql`create table if not exists bench_bare (n int8 primary key, text text not null)`.execute(db)
	const samples: number[] = []
	for (let n = 0; n < count; n++) {
		const startedMs = performance.now()
		await sql`insert into bench_bare values (${n}, ${'x'.repeat(1_000)})`.execute(db)
		samples.push(performance.now() - startedMs)
	}
	await sql`drop table bench_bare`.execute(db)
	return samples
}
