import { type Kysely, sql } from 'kysely'

/** Parts of a maker get numbers in the order in which they are reserved, so that a price book can name the parts it accounts for. */
export async function up(db: Kysely<never>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
	`ALTER TABLE part ADD COLUMN reserved_number bigint NOT NULL DEFAULT 0`,
	`COMMENT ON COLUMN part.reserved_number IS 'Its place among all parts of its maker, in the order in which they were reserved; written by a trigger'`,
	`UPDATE part SET reserved_number = numbered.number FROM (
		SELECT part_id, row_number() OVER (ORDER BY asked_at_ms, part_id) AS number FROM part
	) numbered WHERE numbered.part_id = part.part_id`,
	`CREATE SEQUENCE part_reserved_number`,
	`SELECT setval('part_reserved_number', (SELECT count(*) + 1 FROM part), false)`,
	// The inserting transaction holds the lock of the part's maker.
	`CREATE OR REPLACE FUNCTION number_reservation_change() RETURNS trigger LANGUAGE plpgsql AS $$
		BEGIN
			NEW.reservation_changed_by := greatest(OLD.reservation_changed_by, pg_current_xact_id()::text::int8);
			IF TG_OP = 'INSERT' THEN NEW.reserved_number := nextval('part_reserved_number'); END IF;
			RETURN NEW;
		END
	$$`,
]
