import { type Kysely, sql } from 'kysely'

/** Once a bundle has ended, the signed bytes of its order and fills are kept packed with its items. */
export async function up(db: Kysely<never>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
	`ALTER TABLE bundle ADD COLUMN packed_bytes bytea`,
	`COMMENT ON COLUMN bundle.packed_bytes IS 'The signed bytes of the order and its fills and then the items, each after its length in 4 bytes, deflated with a dictionary; null if they are too long, and for bundles of earlier versions'`,
	`COMMENT ON COLUMN bundle.packed_items IS 'In bundles of an earlier version, the items, each after its length in 4 bytes, deflated with the signed bytes of the order and its fills as the dictionary; null in all others'`,
	`COMMENT ON COLUMN "order".signed_partial_transaction IS 'The bytes first accepted, hex; empty once its bundle has ended, if they are packed there'`,
	`COMMENT ON COLUMN fill.signed_partial_transaction IS 'The bytes first accepted, hex; empty once its bundle has ended, if they are packed there'`,
]
