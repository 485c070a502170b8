import { type Kysely, sql } from 'kysely'

/** The findings of the daily comparison of settled orders with the ledger. */
export async function up(db: Kysely<never>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
	`CREATE TABLE reconciliation (
		day text PRIMARY KEY,
		checked_at_ms int8 NOT NULL,
		report jsonb NOT NULL
	)`,
	`COMMENT ON TABLE reconciliation IS 'Days (UTC) of settled orders that were compared with the ledger'`,
	`COMMENT ON COLUMN reconciliation.day IS 'As 2026-11-22'`,
	`COMMENT ON COLUMN reconciliation.checked_at_ms IS 'When the comparison ended'`,
	`COMMENT ON COLUMN reconciliation.report IS 'Counts, sums and differences, as the operator API answers them'`,
]
