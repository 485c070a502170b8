import { type Kysely, sql } from 'kysely'

/** Parts that nobody has filled, until others are asked for them. */
export async function up(db: Kysely<never>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
	`ALTER TABLE part ADD COLUMN awaits_rerouting boolean NOT NULL DEFAULT false`,
	`COMMENT ON COLUMN part.awaits_rerouting IS 'Rejected or timed out, and neither asked of others yet nor ended with its order'`,
	`CREATE INDEX part_awaiting_rerouting ON part (order_hash) WHERE awaits_rerouting`,
	// Parts rejected before this migration are re-routed too.
	`UPDATE part p SET awaits_rerouting = true FROM "order" o
		WHERE o.subintent_hash = p.order_hash AND o.state = 'awaiting_fills' AND p.state IN ('rejected', 'timed_out')`,
	`CREATE INDEX part_unfilled ON part (ended_at_ms) WHERE state IN ('rejected', 'timed_out')`,
]
