import { type Kysely, sql } from 'kysely'

/** Indexes that let each stage read only the rows it needs, however many orders are open. */
export async function up(db: Kysely<never>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
	`ALTER TABLE part ADD COLUMN reservation_changed_by bigint NOT NULL DEFAULT 0`,
	`COMMENT ON COLUMN part.reservation_changed_by IS 'The transaction that changed the reservation last, or a later one; written by a trigger'`,
	`CREATE INDEX part_reservation_changed_by ON part (reservation_changed_by)`,
	// A transaction that ends a reservation may have begun before the one that opened it: the number never goes back.
	`CREATE FUNCTION number_reservation_change() RETURNS trigger LANGUAGE plpgsql AS $$
		BEGIN
			NEW.reservation_changed_by := greatest(OLD.reservation_changed_by, pg_current_xact_id()::text::int8);
			RETURN NEW;
		END
	$$`,
	`CREATE TRIGGER part_reservation_change BEFORE INSERT OR UPDATE OF reservation ON part
		FOR EACH ROW EXECUTE FUNCTION number_reservation_change()`,
	`COMMENT ON TRIGGER part_reservation_change ON part IS 'Numbers each change of a reservation by its transaction, so that who reads can read on'`,
	`DROP INDEX part_reserved`,
	`CREATE INDEX part_reserved ON part (maker_id) WHERE reservation = 'open'`,
	`DROP INDEX part_settled`,
	`CREATE INDEX part_settled ON part (maker_id, reservation_ended_at_ms) WHERE reservation = 'settled'`,
	`CREATE INDEX fill_open_by_account ON fill (account) WHERE state = 'started'`,
	`CREATE INDEX part_asked_of_maker ON part (maker_id, fill_before_ms) WHERE state = 'asked'`,
	`COMMENT ON COLUMN "order".claimed_until_ms IS 'Until when publishing leaves it alone, since it could not be wrapped'`,
]
