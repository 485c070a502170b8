import { type Kysely, sql } from 'kysely'

/** A book that a maker replaces at one node is out of force at all others, also while the bus is lost. */
export async function up(db: Kysely<never>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
	`CREATE TABLE book_replacement (
		maker_id text NOT NULL, base text NOT NULL, quote text NOT NULL, node_id text NOT NULL, version int8 NOT NULL,
		replaced_at_ms int8 NOT NULL, PRIMARY KEY (maker_id, base, quote)
	)`,
	`CREATE INDEX book_replacement_at ON book_replacement (replaced_at_ms)`,
	`COMMENT ON TABLE book_replacement IS 'The last change of a maker''s book that other nodes may not have heard of by the bus; the book itself is in no table'`,
	`COMMENT ON COLUMN book_replacement.maker_id IS 'Whose book'`,
	`COMMENT ON COLUMN book_replacement.base IS 'Base symbol of the pair'`,
	`COMMENT ON COLUMN book_replacement.quote IS 'Quote symbol of the pair'`,
	`COMMENT ON COLUMN book_replacement.node_id IS 'The node at which it was changed'`,
	`COMMENT ON COLUMN book_replacement.version IS 'Which change it was: books of earlier ones are out of force'`,
	`COMMENT ON COLUMN book_replacement.replaced_at_ms IS 'When this was written, by the database''s clock'`,
]
