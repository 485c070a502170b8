import { type Kysely, sql } from 'kysely'

/**
 * What the complete contract keeps beside the first trade: why makers rejected, the withdrawals of the solvers' log, and
 * the pauses of makers.
 */
export async function up(db: Kysely<never>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
	`ALTER TABLE part ADD COLUMN reject_reason text`,
	`COMMENT ON COLUMN part.reject_reason IS 'What the maker said when it rejected; null if it said nothing'`,
	`CREATE INDEX part_by_maker ON part (maker_id, asked_at_ms, part_id)`,
	`CREATE INDEX part_rejected ON part (ended_at_ms) WHERE state = 'rejected'`,
	`CREATE INDEX fill_by_maker ON fill (maker_id, accepted_at_ms)`,

	`ALTER TABLE bundle
		ADD COLUMN subintent_ids jsonb,
		ADD COLUMN expires_at_s int8,
		ADD COLUMN withdrawn_number int8 UNIQUE,
		ADD COLUMN withdrawn_at_ms int8,
		ADD COLUMN withdrawn_reason text CHECK (withdrawn_reason IN ('settled', 'expired')),
		ADD COLUMN withdrawn_transaction_id text`,
	`COMMENT ON COLUMN bundle.bundle_number IS 'Number of its publication in the solvers'' log, given out without holes in the publishing statement'`,
	`COMMENT ON COLUMN bundle.subintent_ids IS 'Ids of the inner subintents, in the order of items'`,
	`COMMENT ON COLUMN bundle.expires_at_s IS 'The earliest expiry of its items, seconds'`,
	`COMMENT ON COLUMN bundle.withdrawn_number IS 'Number of its withdrawal in the solvers'' log; null while solvers may try it'`,
	`COMMENT ON COLUMN bundle.withdrawn_at_ms IS 'When the ledger first decided about one of its items'`,
	`COMMENT ON COLUMN bundle.withdrawn_reason IS 'How that item ended: settled or expired'`,
	`COMMENT ON COLUMN bundle.withdrawn_transaction_id IS 'The ledger transaction that committed it'`,
	`COMMENT ON TABLE bundle_sequence IS 'The newest number of the solvers'' log of publications and withdrawals, one row'`,
	`COMMENT ON COLUMN bundle_sequence.last_number IS 'Number of the newest publication or withdrawal; 0 before the first'`,

	`UPDATE bundle b SET
		subintent_ids = (
			SELECT jsonb_build_array(o.subintent_id) || coalesce(
				(SELECT jsonb_agg(f.subintent_id ORDER BY f.part_id) FROM fill f WHERE f.order_hash = b.order_hash), '[]'
			)
			FROM "order" o WHERE o.subintent_hash = b.order_hash
		),
		expires_at_s = (
			SELECT least(o.expires_at_s, (SELECT min(f.expires_at_s) FROM fill f WHERE f.order_hash = b.order_hash))
			FROM "order" o WHERE o.subintent_hash = b.order_hash
		)`,
	`ALTER TABLE bundle ALTER COLUMN subintent_ids SET NOT NULL, ALTER COLUMN expires_at_s SET NOT NULL`,
	// Withdraws bundles decided before this migration, in the order of the decisions.
	`WITH decided AS (
		SELECT
			item.order_hash,
			(array_agg(item.reason ORDER BY item.ended_at_ms, item.reason DESC))[1] AS reason,
			(array_agg(item.transaction_id ORDER BY item.ended_at_ms, item.reason DESC))[1] AS transaction_id,
			min(item.ended_at_ms) AS ended_at_ms,
			row_number() OVER (ORDER BY min(item.ended_at_ms), item.order_hash) AS place
		FROM (
			SELECT subintent_hash AS order_hash, state AS reason, ended_at_ms, transaction_id
			FROM "order" WHERE state IN ('settled', 'expired')
			UNION ALL
			SELECT order_hash, lower(state), ended_at_ms, transaction_id FROM fill WHERE state IN ('Settled', 'Expired')
		) item
		JOIN bundle ON bundle.order_hash = item.order_hash
		GROUP BY item.order_hash
	)
	UPDATE bundle b SET
		withdrawn_number = s.last_number + d.place,
		withdrawn_at_ms = d.ended_at_ms,
		withdrawn_reason = d.reason,
		withdrawn_transaction_id = d.transaction_id
	FROM decided d, bundle_sequence s WHERE b.order_hash = d.order_hash`,
	`UPDATE bundle_sequence SET last_number = greatest(last_number, (SELECT max(withdrawn_number) FROM bundle))`,

	`CREATE TABLE maker_pause (
		maker_id text NOT NULL REFERENCES maker,
		paused_by text NOT NULL CHECK (paused_by IN ('maker', 'breaker', 'operator')),
		reason text,
		since_ms int8 NOT NULL,
		until_ms int8,
		PRIMARY KEY (maker_id, paused_by)
	)`,
	`COMMENT ON TABLE maker_pause IS 'Why no order is matched against a maker''s books for now'`,
	`COMMENT ON COLUMN maker_pause.maker_id IS 'Whose books do not count'`,
	`COMMENT ON COLUMN maker_pause.paused_by IS 'The maker itself, the circuit breaker or the operator; each ends only its own pause'`,
	`COMMENT ON COLUMN maker_pause.reason IS 'What was said with it'`,
	`COMMENT ON COLUMN maker_pause.since_ms IS 'When it began'`,
	`COMMENT ON COLUMN maker_pause.until_ms IS 'When it ends by itself; null: when somebody ends it'`,
]
