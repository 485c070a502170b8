import { type Kysely, sql } from 'kysely'

/** The incarnation, which distinguishes numbers assigned before a restore from a backup from later ones. */
export async function up(db: Kysely<never>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
	`CREATE TABLE incarnation (
		number int4 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
		incarnation text NOT NULL UNIQUE,
		begun_at_ms int8 NOT NULL,
		copy_id text
	)`,
	`COMMENT ON TABLE incarnation IS 'Lives of the numbered logs: the newest counts, and each restore from a backup begins another one'`,
	`COMMENT ON COLUMN incarnation.number IS 'In the order in which they began'`,
	`COMMENT ON COLUMN incarnation.incarnation IS 'Its name, random'`,
	`COMMENT ON COLUMN incarnation.begun_at_ms IS 'When it began'`,
	`COMMENT ON COLUMN incarnation.copy_id IS 'Which copy of the database it began in: a restored one is another copy; null if unknown'`,
]
