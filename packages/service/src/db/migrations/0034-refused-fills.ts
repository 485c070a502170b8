import { type Kysely, sql } from 'kysely'

/** The trace of an order shows refused fills, and a node that restarts takes the place of its former self. */
export async function up(db: Kysely<never>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
	`ALTER TABLE part ADD COLUMN refusals jsonb`,
	`COMMENT ON COLUMN part.refusals IS 'When fills of it were refused: [{"code", "at_ms"}, …], the first of each code, at most 8; null if none was'`,
	`ALTER TABLE node ADD COLUMN place text`,
	`COMMENT ON COLUMN node.place IS 'Where it listens: the machine''s name, its address and port; null if the port is chosen at each start, and for a node of a former version'`,
]
