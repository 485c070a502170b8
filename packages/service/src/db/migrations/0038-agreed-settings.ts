import { type Kysely, sql } from 'kysely'

/** What all nodes agree on while they run, as versions, each with the time from which it counts. */
export async function up(db: Kysely<never>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
	`CREATE TABLE agreed_settings (
		version int4 PRIMARY KEY, settings jsonb NOT NULL, valid_from_ms int8 NOT NULL, author text NOT NULL, reason text,
		created_at_ms int8 NOT NULL
	)`,
	`COMMENT ON TABLE agreed_settings IS 'Tokens, pairs, routes, fees, prices and the service''s keys, as changed by operators; without a row those of the configuration files count'`,
	`COMMENT ON COLUMN agreed_settings.version IS 'Counts from 1, which are the settings of the files at the first change'`,
	`COMMENT ON COLUMN agreed_settings.settings IS 'All of them, in the form of the configuration file; keys by their public parts'`,
	`COMMENT ON COLUMN agreed_settings.valid_from_ms IS 'From when they count; never before those of an earlier version'`,
	`COMMENT ON COLUMN agreed_settings.author IS 'The operator who applied them'`,
	`COMMENT ON COLUMN agreed_settings.reason IS 'Why, in the operator''s words'`,
	`COMMENT ON COLUMN agreed_settings.created_at_ms IS 'When they were applied'`,
]
