import { type Kysely, sql } from 'kysely'

/** For the removal of old records: each log remembers up to which number it was removed. */
export async function up(db: Kysely<never>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
	// Entries of the log outlive their parts.
	`ALTER TABLE fill_execution DROP CONSTRAINT fill_execution_part_id_fkey`,
	`ALTER TABLE maker ADD COLUMN removed_sequence int8 NOT NULL DEFAULT 0`,
	`COMMENT ON COLUMN maker.removed_sequence IS 'Number of the newest fill_execution entry that was removed; 0 before the first'`,
	`ALTER TABLE bundle_sequence ADD COLUMN removed_number int8 NOT NULL DEFAULT 0`,
	`COMMENT ON COLUMN bundle_sequence.removed_number IS 'Number of the newest withdrawal that was removed; 0 before the first'`,
	`COMMENT ON TABLE subintent IS 'Every accepted subintent hash, in whichever role: one hash, one role, until long after it expired'`,
	`CREATE INDEX order_ended_unpublished ON "order" (ended_at_ms, subintent_hash) WHERE state IN ('unfilled', 'cancelled')`,
]
