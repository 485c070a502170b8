import { type Kysely, sql } from 'kysely'

/** A row whose update shows that the database can be written to. */
export async function up(db: Kysely<never>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
	`CREATE TABLE heartbeat (one boolean PRIMARY KEY DEFAULT true CHECK (one), beat_at_ms int8 NOT NULL)`,
	`COMMENT ON TABLE heartbeat IS 'One row, written to find out whether the database can be written to'`,
	`COMMENT ON COLUMN heartbeat.one IS 'Always true: there is one row'`,
	`COMMENT ON COLUMN heartbeat.beat_at_ms IS 'When readiness was checked last'`,
	`INSERT INTO heartbeat (beat_at_ms) VALUES (0)`,
]
