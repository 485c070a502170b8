import { type Kysely, sql } from 'kysely'

/** For operators: keys with names and expiry times, orders by time and account, trades by pair. */
export async function up(db: Kysely<never>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
	`ALTER TABLE api_key
		ADD COLUMN key_id text,
		ADD COLUMN label text,
		ADD COLUMN expires_at_ms int8,
		ADD COLUMN last_used_at_ms int8`,
	`UPDATE api_key SET key_id = left(key_hash, 16)`,
	`ALTER TABLE api_key ALTER COLUMN key_id SET NOT NULL, ADD UNIQUE (key_id)`,
	`COMMENT ON COLUMN api_key.key_id IS 'Names the key to the operator and in logs; opens nothing'`,
	`COMMENT ON COLUMN api_key.label IS 'What the operator calls it; null if nothing'`,
	`COMMENT ON COLUMN api_key.expires_at_ms IS 'From when on it is valid no more; null: never'`,
	`COMMENT ON COLUMN api_key.last_used_at_ms IS 'When it last opened something, to the minute; null: never'`,
	`CREATE INDEX api_key_by_maker ON api_key (maker_id)`,
	`CREATE INDEX order_settled ON "order" (base, quote, ended_at_ms, subintent_hash) WHERE state = 'settled'`,
	`CREATE INDEX order_by_time ON "order" (accepted_at_ms, subintent_hash)`,
	`CREATE INDEX order_by_account ON "order" (account, accepted_at_ms, subintent_hash)`,
]
