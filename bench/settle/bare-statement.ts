import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '@accord/service'
import { sql } from 'kysely'
import { monotonicMs } from './monotonic.ts'

/**
 * How long one bare synced statement of this database takes, measured repeatedly: the least that a write can cost. Rests between
 * them make it comparable with a trade, which waits for others between its statements: a machine that has been idle is slower to start.
 */
export async function bareStatements(
	db: Database,
	{ count, restMs }: { count: number; restMs: number },
): Promise<number[]> {
	await sql`create table if not exists bench_bare (n int8 primary key, text text not null)`.execute(db)
	const samples: number[] = []
	for (let n = 0; n < count; n++) {
		if (restMs > 0) await pause(restMs)
		const startedMs = monotonicMs()
		await sql`insert into bench_bare values (${n}, ${'x'.repeat(1_000)})`.execute(db)
		samples.push(monotonicMs() - startedMs)
	}
	await sql`drop table bench_bare`.execute(db)
	return samples
}
