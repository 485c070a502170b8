import { sql } from 'kysely'
import { databaseNowMs } from '../db/database-now.ts'
import type { Database } from '../db/tables.ts'

/** Older rows say nothing: their node writes twice a second. */
const freshMs = 6_000
const removedAfterMs = 60_000

/** A node's books and sessions up to one of its changes; without pieces, those read before still hold. */
export type StoredNode = {
	readonly nodeId: string
	readonly sequence: number
	readonly pieces?: readonly (readonly unknown[])[]
}

/** Replaces what a node has stored, and removes what nodes that are gone have left. */
export async function writeStoredBooks(
	db: Database,
	{ nodeId, sequence, pieces }: { nodeId: string; sequence: number; pieces: readonly string[] },
): Promise<void> {
	await sql`
		with removed as (
			delete from stored_books where node_id = ${nodeId} and piece >= ${pieces.length}
				or node_id <> ${nodeId} and written_at_ms < ${databaseNowMs} - ${removedAfterMs}
		)
		insert into stored_books (node_id, piece, sequence, written_at_ms, events)
		select ${nodeId}, (place - 1)::int4, ${sequence}::int8, ${databaseNowMs}, events::json
		from unnest(${pieces}::text[]) with ordinality as p(events, place)
		on conflict (node_id, piece) do update set
			sequence = excluded.sequence, written_at_ms = excluded.written_at_ms, events = excluded.events`.execute(db)
}

/** Says that what a node has stored still holds. */
export async function confirmStoredBooks(db: Database, nodeId: string): Promise<void> {
	await sql`update stored_books set written_at_ms = ${databaseNowMs} where node_id = ${nodeId}`.execute(db)
}

/** What these nodes have stored lately; pieces only of those whose sequence differs from the known one. */
export async function selectStoredBooks(
	db: Database,
	known: readonly { readonly nodeId: string; readonly sequence: number | undefined }[],
): Promise<StoredNode[]> {
	const nodeIds = known.map(({ nodeId }) => nodeId)
	const sequences = known.map(({ sequence }) => (sequence === undefined ? -1 : sequence))
	const { rows } = await sql<{ node_id: string; sequence: bigint; events: unknown[] | null }>`
		select s.node_id, s.sequence, case when s.sequence <> k.sequence then s.events end as events
		from unnest(${nodeIds}::text[], ${sequences}::int8[]) as k(node_id, sequence)
		join stored_books s on s.node_id = k.node_id and s.written_at_ms > ${databaseNowMs} - ${freshMs}
		order by s.node_id, s.piece`.execute(db)
	return [...Map.groupBy(rows, ({ node_id }) => node_id)].map(([nodeId, pieces]) => {
		const events = pieces.flatMap(piece => (piece.events === null ? [] : [piece.events]))
		const sequence = Number(pieces[0]?.sequence ?? 0n)
		return { nodeId, sequence, ...(events.length > 0 && { pieces: events }) }
	})
}
