import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { matchRecordOf } from '../bundles/packed-items.ts'
import type { Tables } from '../db/tables.ts'

/** What each item of a bundle commits to: the hash in its outer's message. */
export function commitmentsIn(items: readonly string[]): (string | undefined)[] {
	return items.map(item => /accord-match-v1:([0-9a-f]{64})/.exec(Buffer.from(item, 'hex').toString('latin1'))?.[1])
}

/** The only order's public record, line by line, and its hash as anyone computes it. */
export async function recordOf(db: Kysely<Tables>) {
	const order = await db.selectFrom('order').select('match_record').executeTakeFirstOrThrow()
	const bundle = await db.selectFrom('bundle').select(['packed_bytes', 'packed_record_length']).executeTakeFirst()
	const text = matchRecordOf(order, bundle) ?? ''
	return {
		lines: text.split('\n').map(line => JSON.parse(line)),
		hash: createHash('sha256').update(text).digest('hex'),
	}
}
