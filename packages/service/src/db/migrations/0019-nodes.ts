import { type Kysely, sql } from 'kysely'

/** Several nodes on one database know each other. */
export async function up(db: Kysely<never>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
	`CREATE TABLE node (node_id text PRIMARY KEY, fingerprint jsonb NOT NULL, seen_at_ms int8 NOT NULL)`,
	`COMMENT ON TABLE node IS 'The nodes that use this database together; a service by itself has no row'`,
	`COMMENT ON COLUMN node.node_id IS 'Random, new with each start'`,
	`COMMENT ON COLUMN node.fingerprint IS 'A hash of each part of the settings that all nodes must agree on, by its name'`,
	`COMMENT ON COLUMN node.seen_at_ms IS 'When it last said that it is there, by the database''s clock; it is gone 10 s later'`,
]
