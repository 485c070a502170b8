import { type Kysely, sql } from 'kysely'

/** A maker that cancels its books at one node cancels them at all, also while the bus is lost. */
export async function up(db: Kysely<never>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
	`CREATE TABLE book_cancellation (
		maker_id text NOT NULL, base text NOT NULL, quote text NOT NULL, cancellation_id text NOT NULL, cancelled_at_ms int8 NOT NULL,
		PRIMARY KEY (maker_id, base, quote)
	)`,
	`CREATE INDEX book_cancellation_at ON book_cancellation (cancelled_at_ms)`,
	`COMMENT ON TABLE book_cancellation IS 'The last time that a maker cancelled its books, for nodes that the bus does not reach; a service by itself writes none'`,
	`COMMENT ON COLUMN book_cancellation.maker_id IS 'Whose books'`,
	`COMMENT ON COLUMN book_cancellation.base IS 'Base symbol of the pair; empty, as the quote is, for all pairs'`,
	`COMMENT ON COLUMN book_cancellation.quote IS 'Quote symbol of the pair'`,
	`COMMENT ON COLUMN book_cancellation.cancellation_id IS 'Random: each node acts on it once'`,
	`COMMENT ON COLUMN book_cancellation.cancelled_at_ms IS 'By the database''s clock'`,
]
