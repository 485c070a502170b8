import { type Kysely, sql } from 'kysely'

/** Entries of the audit log that an operator has archived to files may be removed. */
export async function up(db: Kysely<never>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
	`CREATE TABLE audit_archive (
		last_number int8 PRIMARY KEY,
		first_number int8 NOT NULL UNIQUE,
		hash bytea NOT NULL,
		file text NOT NULL,
		archived_at_ms int8 NOT NULL,
		archived_by text NOT NULL
	)`,
	`COMMENT ON TABLE audit_archive IS 'Files to which the oldest entries of the audit log were written and verified; these entries are removed'`,
	`COMMENT ON COLUMN audit_archive.last_number IS 'Number of the newest entry in the file'`,
	`COMMENT ON COLUMN audit_archive.first_number IS 'Number of the oldest entry in the file, which follows the file before'`,
	`COMMENT ON COLUMN audit_archive.hash IS 'Hash of the newest entry, from which the chain continues in this database'`,
	`COMMENT ON COLUMN audit_archive.file IS 'The file''s name'`,
	`COMMENT ON COLUMN audit_archive.archived_at_ms IS 'When it was archived'`,
	`COMMENT ON COLUMN audit_archive.archived_by IS 'Name of the operator''s key'`,
	`CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
	BEGIN
		IF TG_OP = 'DELETE' THEN
			IF EXISTS (SELECT FROM audit_archive WHERE last_number >= OLD.number) THEN
				RETURN OLD;
			END IF;
		END IF;
		RAISE EXCEPTION 'entries of the audit log are neither changed nor removed';
	END $$`,
	`COMMENT ON TRIGGER audit_entry_kept ON audit_entry IS 'No entry is removed unless it is archived'`,
]
