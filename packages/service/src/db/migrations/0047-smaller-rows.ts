import { type Kysely, sql } from 'kysely'
import { requireNoNodes } from '../require-no-nodes.ts'

/**
 * An order is found by the hash in its id, its account's published orders by when they were accepted, and lists are
 * sorted by hash only within a millisecond. What a bundle's packed bytes or its order's row have is not kept twice.
 */
export async function up(db: Kysely<never>): Promise<void> {
	await requireNoNodes(db)
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
	`ALTER TABLE "order" DROP CONSTRAINT order_subintent_id_key`,
	`DROP INDEX order_published_by_account`,
	`DROP INDEX order_by_account`,
	`CREATE INDEX order_by_account ON "order" (account, accepted_at_ms)`,
	`DROP INDEX order_by_time`,
	`CREATE INDEX order_by_time ON "order" (accepted_at_ms)`,
	`DROP INDEX order_decided`,
	`CREATE INDEX order_decided ON "order" (ended_at_ms) WHERE state IN ('settled', 'expired')`,
	`DROP INDEX order_ended_unpublished`,
	`CREATE INDEX order_ended_unpublished ON "order" (ended_at_ms) WHERE state IN ('unfilled', 'cancelled')`,
	`DROP INDEX order_settled`,
	`CREATE INDEX order_settled ON "order" (base, quote, ended_at_ms) WHERE state = 'settled'`,
	// Found by whole hashes only: these take a third of a sorted index.
	`DROP INDEX part_by_order`,
	`CREATE INDEX part_by_order ON part USING hash (order_hash)`,
	`DROP INDEX fill_by_order`,
	`CREATE INDEX fill_by_order ON fill USING hash (order_hash)`,
	`ALTER TABLE bundle ADD COLUMN packed_record_length integer`,
	`ALTER TABLE bundle DROP COLUMN withdrawn_transaction_id`,
	`COMMENT ON COLUMN bundle.packed_bytes IS 'The signed bytes of the order and its fills, then the items, then the order''s record, each after its length in 4 bytes, deflated with a dictionary; null if they are too long, and for bundles of earlier versions'`,
	`COMMENT ON COLUMN bundle.packed_record_length IS 'Bytes of the order''s record if it is packed; null if it is not'`,
	`COMMENT ON COLUMN bundle.marker_amounts IS 'How much of the markers each item mints and burns, in the order of items; null once the bundle has ended'`,
	`COMMENT ON COLUMN "order".match_record IS 'How it was matched, as is published once it has settled: one line of JSON per match; null for an order that was not matched, and once it is packed in its bundle'`,
]
