import type { Pair } from '@accord/protocol'
import { sql } from 'kysely'
import { databaseNowMs } from '../db/database-now.ts'
import type { Database } from '../db/tables.ts'

/** A change of a maker's book of a pair, by its version. */
export type Replacement = { readonly makerId: string; readonly pair: Pair; readonly version: number }

/** Writes a node's changes, each for a different maker or pair, unless a later one is already there. */
export async function upsertReplacements(
	db: Database,
	{ nodeId, changes }: { readonly nodeId: string; readonly changes: readonly Replacement[] },
): Promise<void> {
	const makers = changes.map(({ makerId }) => makerId)
	const [bases, quotes] = [changes.map(({ pair }) => pair.base), changes.map(({ pair }) => pair.quote)]
	const versions = changes.map(({ version }) => String(version))
	await sql`
		insert into book_replacement (maker_id, base, quote, node_id, version, replaced_at_ms)
		select maker_id, base, quote, ${nodeId}, version, ${databaseNowMs}
		from unnest(${makers}::text[], ${bases}::text[], ${quotes}::text[], ${versions}::int8[]) as r(maker_id, base, quote, version)
		order by maker_id, base, quote
		on conflict (maker_id, base, quote) do update set
			node_id = excluded.node_id, version = excluded.version, replaced_at_ms = excluded.replaced_at_ms
		where (book_replacement.version, book_replacement.node_id) < (excluded.version, excluded.node_id)`.execute(db)
}

/**
 * Other nodes' changes since a time, by the database's clock, and that clock's current time. If no time is given, there
 * are no changes.
 */
export async function selectReplacements(
	db: Database,
	{ nodeId, sinceMs }: { readonly nodeId: string; readonly sinceMs: bigint | undefined },
): Promise<{ rows: (Replacement & { readonly nodeId: string })[]; nowMs: bigint }> {
	const { rows } = await sql<ReplacementRow>`
		select n.now_ms, r.maker_id, r.base, r.quote, r.node_id, r.version
		from (select ${databaseNowMs} as now_ms) n
			left join book_replacement r on r.replaced_at_ms >= ${sinceMs ?? null}::int8 and r.node_id <> ${nodeId}`.execute(
		db,
	)
	const found = rows.flatMap(({ maker_id: makerId, base, quote, node_id: node, version }) => {
		return makerId === null ? [] : [{ makerId, pair: { base, quote }, nodeId: node, version: Number(version) }]
	})
	return { rows: found, nowMs: rows[0]?.now_ms ?? 0n }
}

type ReplacementRow = {
	readonly now_ms: bigint
	readonly maker_id: string | null
	readonly base: string
	readonly quote: string
	readonly node_id: string
	readonly version: bigint
}
