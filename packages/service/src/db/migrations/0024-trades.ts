import { type Kysely, sql } from 'kysely'

/** Settled trades are numbered, and counted in candles. */
export async function up(db: Kysely<never>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
	// No reference to the order, whose row every insert would lock: whoever removes an order removes its trade.
	`CREATE TABLE trade (order_hash text PRIMARY KEY, settled_at_ms int8 NOT NULL, trade_number int8)`,
	`COMMENT ON TABLE trade IS 'Every order that settled, as the ledger says by now'`,
	`COMMENT ON COLUMN trade.order_hash IS 'Hash of the order'`,
	`COMMENT ON COLUMN trade.settled_at_ms IS 'When the order ended'`,
	`COMMENT ON COLUMN trade.trade_number IS 'Its place among all trades, given when it is counted in the candles; null until then'`,
	`CREATE SEQUENCE trade_number`,
	`CREATE UNIQUE INDEX trade_numbered ON trade (trade_number) WHERE trade_number IS NOT NULL`,
	`CREATE INDEX trade_waiting ON trade (settled_at_ms, order_hash) WHERE trade_number IS NULL`,
	`CREATE TABLE candle (
		base text NOT NULL,
		quote text NOT NULL,
		interval_ms int8 NOT NULL,
		start_ms int8 NOT NULL,
		open numeric(58, 18) NOT NULL,
		high numeric(58, 18) NOT NULL,
		low numeric(58, 18) NOT NULL,
		close numeric(58, 18) NOT NULL,
		base_volume numeric(58, 18) NOT NULL,
		quote_volume numeric(58, 18) NOT NULL,
		trades int8 NOT NULL,
		first_at_ms int8 NOT NULL,
		last_at_ms int8 NOT NULL,
		PRIMARY KEY (base, quote, interval_ms, start_ms)
	)`,
	`COMMENT ON TABLE candle IS 'Prices of the counted trades by interval'`,
	`COMMENT ON COLUMN candle.base IS 'Symbol of the base token'`,
	`COMMENT ON COLUMN candle.quote IS 'Symbol of the quote token'`,
	`COMMENT ON COLUMN candle.interval_ms IS 'Length of the interval'`,
	`COMMENT ON COLUMN candle.start_ms IS 'When it began, a multiple of its length'`,
	`COMMENT ON COLUMN candle.open IS 'Price of the first trade'`,
	`COMMENT ON COLUMN candle.high IS 'Highest price'`,
	`COMMENT ON COLUMN candle.low IS 'Lowest price'`,
	`COMMENT ON COLUMN candle.close IS 'Price of the last trade'`,
	`COMMENT ON COLUMN candle.base_volume IS 'Base traded'`,
	`COMMENT ON COLUMN candle.quote_volume IS 'Quote traded'`,
	`COMMENT ON COLUMN candle.trades IS 'How many trades'`,
	`COMMENT ON COLUMN candle.first_at_ms IS 'When the first trade settled'`,
	`COMMENT ON COLUMN candle.last_at_ms IS 'When the last trade settled'`,
	`CREATE TABLE candle_recount (
		base text NOT NULL, quote text NOT NULL, minute_ms int8 NOT NULL, PRIMARY KEY (base, quote, minute_ms)
	)`,
	`COMMENT ON TABLE candle_recount IS 'Minutes of which a counted trade was taken back: their candles are counted again'`,
	`COMMENT ON COLUMN candle_recount.base IS 'Symbol of the base token'`,
	`COMMENT ON COLUMN candle_recount.quote IS 'Symbol of the quote token'`,
	`COMMENT ON COLUMN candle_recount.minute_ms IS 'When the minute began'`,
	`INSERT INTO trade (order_hash, settled_at_ms)
		SELECT o.subintent_hash, o.ended_at_ms FROM "order" o
		WHERE o.ended_at_ms IS NOT NULL AND coalesce(
			(SELECT c.outcome FROM correction c WHERE c.subintent_hash = o.subintent_hash ORDER BY c.corrected_at_ms DESC LIMIT 1),
			initcap(o.state)
		) = 'Settled'`,
]
