import { type Kysely, sql } from 'kysely'

/** Prefixes may take funds from accounts other than the one that sells; these count for each of them. */
export async function up(db: Kysely<never>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
	`CREATE TABLE payer (
		subintent_hash text NOT NULL REFERENCES subintent (subintent_hash) ON DELETE CASCADE,
		account text NOT NULL,
		PRIMARY KEY (subintent_hash, account)
	)`,
	`CREATE INDEX payer_by_account ON payer (account)`,
	`COMMENT ON TABLE payer IS 'Accounts besides its own from which the prefix of an open order or fill may take funds'`,
	`COMMENT ON COLUMN payer.subintent_hash IS 'Hash of the order or fill'`,
	`COMMENT ON COLUMN payer.account IS 'Address of an account that its prefix withdraws from, or of one of its signers'`,
]
