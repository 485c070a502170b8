import { type Kysely, sql } from 'kysely'

/** Named keys to the operator API, each with a role. */
export async function up(db: Kysely<never>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
	`CREATE TABLE operator_key (
		key_hash text PRIMARY KEY,
		key_id text NOT NULL UNIQUE,
		name text NOT NULL,
		role text NOT NULL CHECK (role IN ('viewer', 'operator', 'admin')),
		prefix text NOT NULL,
		created_at_ms int8 NOT NULL,
		created_by text NOT NULL,
		revoked_at_ms int8
	)`,
	`COMMENT ON TABLE operator_key IS 'Keys to the operator API, apart from that of the configuration; only the hash is kept'`,
	`COMMENT ON COLUMN operator_key.key_hash IS 'SHA-256 of the key, hex'`,
	`COMMENT ON COLUMN operator_key.key_id IS 'Names the key to the operator; opens nothing'`,
	`COMMENT ON COLUMN operator_key.name IS 'Who uses it; of valid keys only one has a name'`,
	`COMMENT ON COLUMN operator_key.role IS 'What it allows: viewer, operator or admin, each what the ones before it do'`,
	`COMMENT ON COLUMN operator_key.prefix IS 'Its first characters, to recognise it by'`,
	`COMMENT ON COLUMN operator_key.created_at_ms IS 'When it was issued'`,
	`COMMENT ON COLUMN operator_key.created_by IS 'Name of the key that issued it'`,
	`COMMENT ON COLUMN operator_key.revoked_at_ms IS 'When it was revoked; null while it is valid'`,
	`CREATE UNIQUE INDEX operator_key_by_name ON operator_key (name) WHERE revoked_at_ms IS NULL`,
]
