import { type Kysely, sql } from 'kysely'

/** Outcomes are compared with the ledger later; a wrong one gets a correcting entry. */
export async function up(db: Kysely<never>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
	`CREATE TABLE correction (
		subintent_hash text NOT NULL REFERENCES subintent (subintent_hash),
		corrected_at_ms int8 NOT NULL,
		outcome text NOT NULL CHECK (outcome IN ('Settled', 'Expired')),
		transaction_id text,
		PRIMARY KEY (subintent_hash, corrected_at_ms)
	)`,
	`COMMENT ON TABLE correction IS 'Orders and fills that the ledger decided otherwise than they were ended; the newest counts'`,
	`COMMENT ON COLUMN correction.subintent_hash IS 'Hash of the order or fill, whose own row stays as it is'`,
	`COMMENT ON COLUMN correction.corrected_at_ms IS 'When the difference was found'`,
	`COMMENT ON COLUMN correction.outcome IS 'What the ledger says'`,
	`COMMENT ON COLUMN correction.transaction_id IS 'The ledger transaction that committed it'`,
	`ALTER TABLE fill_execution ADD COLUMN corrects int8`,
	`COMMENT ON COLUMN fill_execution.corrects IS 'Number of the entry whose outcome this one corrects; null for all others'`,
	`CREATE INDEX order_decided ON "order" (ended_at_ms, subintent_hash) WHERE state IN ('settled', 'expired')`,
	`CREATE INDEX fill_decided ON fill (ended_at_ms, subintent_hash) WHERE state IN ('Settled', 'Expired')`,
]
