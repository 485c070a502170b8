import { type Kysely, sql } from 'kysely'

/** While nodes do not hear each other, each leaves its makers' books and sessions here for the others. */
export async function up(db: Kysely<never>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
	`CREATE UNLOGGED TABLE stored_books (
		node_id text NOT NULL, piece int4 NOT NULL, sequence int8 NOT NULL, written_at_ms int8 NOT NULL, events json NOT NULL,
		PRIMARY KEY (node_id, piece)
	)`,
	`COMMENT ON TABLE stored_books IS 'The books and sessions of nodes that others do not hear by the bus; not logged, since they are worth nothing seconds later'`,
	`COMMENT ON COLUMN stored_books.node_id IS 'Whose books and sessions these are'`,
	`COMMENT ON COLUMN stored_books.piece IS 'Which piece of them this is, from 0'`,
	`COMMENT ON COLUMN stored_books.sequence IS 'The last change of the node that is included; the same in all of its pieces'`,
	`COMMENT ON COLUMN stored_books.written_at_ms IS 'When the node last said that they hold, by the database''s clock'`,
	`COMMENT ON COLUMN stored_books.events IS 'The changes, as sent by the bus'`,
]
