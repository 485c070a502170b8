import { type Kysely, sql } from 'kysely'

/** Of several nodes, one runs the loops that carry all orders forward. */
export async function up(db: Kysely<never>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
	`CREATE UNLOGGED TABLE loop_lease (
		place int2 PRIMARY KEY CHECK (place = 1), node_id text NOT NULL, until_ms int8 NOT NULL
	)`,
	`COMMENT ON TABLE loop_lease IS 'Which node runs the loops that one is enough for; not logged, since it holds for less than two seconds'`,
	`COMMENT ON COLUMN loop_lease.place IS 'Always 1: there is one row'`,
	`COMMENT ON COLUMN loop_lease.node_id IS 'The node that took it last'`,
	`COMMENT ON COLUMN loop_lease.until_ms IS 'When another node may take it, by the database''s clock'`,
]
