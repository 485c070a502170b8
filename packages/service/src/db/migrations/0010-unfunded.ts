import { type Kysely, sql } from 'kysely'

/** Accounts that moved the funds of published intents, so that these could not settle. */
export async function up(db: Kysely<never>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
	`CREATE TABLE expired_intent (
		subintent_hash text PRIMARY KEY REFERENCES subintent (subintent_hash),
		account text NOT NULL,
		checked_at_ms int8 NOT NULL,
		is_unfunded boolean NOT NULL
	)`,
	`COMMENT ON TABLE expired_intent IS 'Published orders and fills that expired, and whether their accounts could have paid them'`,
	`COMMENT ON COLUMN expired_intent.subintent_hash IS 'Hash of the order or fill'`,
	`COMMENT ON COLUMN expired_intent.account IS 'Address of its account'`,
	`COMMENT ON COLUMN expired_intent.checked_at_ms IS 'When the balance of its account was read'`,
	`COMMENT ON COLUMN expired_intent.is_unfunded IS 'Whether the account held less than it withdraws'`,
	`CREATE INDEX expired_intent_by_account ON expired_intent (account, checked_at_ms) WHERE is_unfunded`,
	`CREATE INDEX expired_intent_by_time ON expired_intent (checked_at_ms) WHERE is_unfunded`,
]
