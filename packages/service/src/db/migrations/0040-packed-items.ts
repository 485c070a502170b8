import { type Kysely, sql } from 'kysely'

/** Once a bundle has ended, its items are kept packed. Those that ended before stay as they are. */
export async function up(db: Kysely<never>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
	`ALTER TABLE bundle ADD COLUMN packed_items bytea`,
	`COMMENT ON COLUMN bundle.packed_items IS 'The items, each after its length in 4 bytes, deflated with the signed bytes of the order and its fills as the dictionary; null if there are only the items'`,
	`COMMENT ON COLUMN bundle.items IS 'Signed partial transactions, hex: the user''s first, then the fills; empty once the bundle has ended, if they are packed'`,
]
