import { type Kysely, sql } from 'kysely'

/** Settlements are compared with makers' books by a number, which needs no clock. */
export async function up(db: Kysely<never>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
	`ALTER TABLE part ADD COLUMN settled_number bigint`,
	`COMMENT ON COLUMN part.settled_number IS 'The entry of its maker''s log by which it settled; null while it has not, and for parts that settled before nodes shared books'`,
	`DROP INDEX part_settled`,
	`CREATE INDEX part_settled ON part (maker_id, settled_number) WHERE reservation = 'settled'`,
]
