import { type Kysely, sql } from 'kysely'

/** Nodes say how they are. */
export async function up(db: Kysely<never>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
	`ALTER TABLE node ADD COLUMN started_at_ms int8`,
	`ALTER TABLE node ADD COLUMN report jsonb`,
	`COMMENT ON COLUMN node.started_at_ms IS 'When it started, by the database''s clock; null for a node of a former version'`,
	`COMMENT ON COLUMN node.report IS 'What it said of itself when it was seen: version, url, health, sessions, ages of makers'' books; null while it starts'`,
]
