import { type Kysely, sql } from 'kysely'

/**
 * The items of a bundle settle together or not at all, so an order and its fills end together. An order whose bundle
 * cannot settle because of a fill is bundled again without it.
 */
export async function up(db: Kysely<never>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
	`ALTER TABLE bundle ADD COLUMN marker_amounts jsonb`,
	`COMMENT ON COLUMN bundle.marker_amounts IS 'How much of the markers each item mints and burns, in the order of items; null if it was published unbound'`,
	`ALTER TABLE bundle ADD COLUMN settles_until_s int8`,
	`COMMENT ON COLUMN bundle.settles_until_s IS 'The latest expiry of this bundle and those that it replaced, seconds; null if it was published unbound'`,
	`ALTER TABLE bundle ADD COLUMN previewed_at_ms int8`,
	`COMMENT ON COLUMN bundle.previewed_at_ms IS 'When it was previewed because it had not settled; null before'`,
	`ALTER TABLE fill ADD COLUMN vetoed_at_ms int8`,
	`COMMENT ON COLUMN fill.vetoed_at_ms IS 'When a preview showed that its bundle could not settle because of it; null otherwise'`,
	`CREATE TABLE replaced_bundle (
		bundle_number int8 PRIMARY KEY,
		order_hash text NOT NULL REFERENCES "order" (subintent_hash),
		items jsonb NOT NULL,
		marker_amounts jsonb NOT NULL,
		subintent_ids jsonb NOT NULL,
		published_at_ms int8 NOT NULL,
		expires_at_s int8 NOT NULL,
		withdrawn_number int8 NOT NULL UNIQUE,
		withdrawn_at_ms int8 NOT NULL
	)`,
	`CREATE INDEX replaced_bundle_by_order ON replaced_bundle (order_hash)`,
	`COMMENT ON TABLE replaced_bundle IS 'Bundles in whose place another one of the same order was published'`,
	`COMMENT ON COLUMN replaced_bundle.bundle_number IS 'Number of its publication in the solvers'' log'`,
	`COMMENT ON COLUMN replaced_bundle.order_hash IS 'The user order'`,
	`COMMENT ON COLUMN replaced_bundle.items IS 'Signed partial transactions, hex: the user''s first, then the fills'`,
	`COMMENT ON COLUMN replaced_bundle.marker_amounts IS 'How much of the markers each item mints and burns, in the order of items'`,
	`COMMENT ON COLUMN replaced_bundle.subintent_ids IS 'Ids of the inner subintents, in the order of items'`,
	`COMMENT ON COLUMN replaced_bundle.published_at_ms IS 'When it was published'`,
	`COMMENT ON COLUMN replaced_bundle.expires_at_s IS 'The earliest expiry of its items, seconds'`,
	`COMMENT ON COLUMN replaced_bundle.withdrawn_number IS 'Number of its withdrawal in the solvers'' log'`,
	`COMMENT ON COLUMN replaced_bundle.withdrawn_at_ms IS 'When it was replaced'`,
]
