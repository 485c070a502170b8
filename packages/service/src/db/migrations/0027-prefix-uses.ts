import { type Kysely, sql } from 'kysely'

/** Published code that orders run in their prefix, one order at a time. */
export async function up(db: Kysely<never>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
	`CREATE TABLE prefix_use (
		key text PRIMARY KEY,
		order_hash text,
		failures int4 NOT NULL DEFAULT 0,
		refused_until_ms int8 NOT NULL DEFAULT 0
	)`,
	`COMMENT ON TABLE prefix_use IS 'Who and what is behind prefixes that run code which is neither the ledger''s own nor listed in prefix.packages'`,
	`COMMENT ON COLUMN prefix_use.key IS 'Address of the package, of a component of unknown package, or of the account of a key that signed'`,
	`COMMENT ON COLUMN prefix_use.order_hash IS 'The order that uses it; null once that has ended and was judged'`,
	`COMMENT ON COLUMN prefix_use.failures IS 'How many of its orders failed, or cost more than previewed'`,
	`COMMENT ON COLUMN prefix_use.refused_until_ms IS 'Until when orders that use it are refused; 0 if never'`,
	`CREATE INDEX prefix_use_open ON prefix_use (order_hash) WHERE order_hash IS NOT NULL`,
]
