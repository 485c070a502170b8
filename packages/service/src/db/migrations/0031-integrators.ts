import { type Kysely, sql } from 'kysely'

/** DEXes get a share of the platform fee of their orders, in the trade itself. */
export async function up(db: Kysely<never>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
	`CREATE TABLE integrator (
		code text PRIMARY KEY,
		account text NOT NULL,
		share numeric NOT NULL,
		key_hash text NOT NULL UNIQUE,
		key_prefix text NOT NULL,
		created_at_ms int8 NOT NULL,
		revoked_at_ms int8
	)`,
	`COMMENT ON TABLE integrator IS 'DEXes that get a share of the platform fee of their orders'`,
	`COMMENT ON COLUMN integrator.code IS 'What its orders name; given out once'`,
	`COMMENT ON COLUMN integrator.account IS 'Where its share goes, from the next bundle on'`,
	`COMMENT ON COLUMN integrator.share IS 'Fraction of the platform fee, for orders accepted from now on'`,
	`COMMENT ON COLUMN integrator.key_hash IS 'SHA-256 of the key to its report, in hexadecimal'`,
	`COMMENT ON COLUMN integrator.key_prefix IS 'First characters of the key'`,
	`COMMENT ON COLUMN integrator.created_at_ms IS 'When it was created'`,
	`COMMENT ON COLUMN integrator.revoked_at_ms IS 'When its code was revoked; null while it is valid'`,
	`CREATE TABLE integrator_balance (
		code text NOT NULL REFERENCES integrator (code),
		symbol text NOT NULL,
		earned numeric NOT NULL,
		paid numeric NOT NULL,
		claimed numeric NOT NULL,
		PRIMARY KEY (code, symbol)
	)`,
	`COMMENT ON TABLE integrator_balance IS 'What settled trades earned and paid an integrator, by token'`,
	`COMMENT ON COLUMN integrator_balance.code IS 'The integrator'`,
	`COMMENT ON COLUMN integrator_balance.symbol IS 'The token sold, in which the platform fee is paid'`,
	`COMMENT ON COLUMN integrator_balance.earned IS 'Sum of share_due of settled orders'`,
	`COMMENT ON COLUMN integrator_balance.paid IS 'Sum of share_paid of settled orders'`,
	`COMMENT ON COLUMN integrator_balance.claimed IS 'What undecided bundles pay beyond their own shares: part of what is owed, which no other bundle may pay'`,
	`ALTER TABLE "order" ADD COLUMN integrator text`,
	`ALTER TABLE "order" ADD COLUMN share_due numeric`,
	`ALTER TABLE "order" ADD COLUMN share_paid numeric`,
	`ALTER TABLE "order" ADD COLUMN share_account text`,
	`COMMENT ON COLUMN "order".integrator IS 'Code of the integrator that sent it; null if none did'`,
	`COMMENT ON COLUMN "order".share_due IS 'The integrator''s share of the platform fee; null without an integrator'`,
	`COMMENT ON COLUMN "order".share_paid IS 'What its outer pays the integrator, with what is owed from earlier trades; null until it is published'`,
	`COMMENT ON COLUMN "order".share_account IS 'Account to which its outer pays; null until it is published'`,
	`CREATE TABLE integrator_trade (
		order_hash text PRIMARY KEY REFERENCES subintent (subintent_hash) ON DELETE CASCADE,
		code text NOT NULL REFERENCES integrator (code),
		settled_at_ms int8 NOT NULL
	)`,
	`CREATE INDEX integrator_trade_by_time ON integrator_trade (code, settled_at_ms, order_hash)`,
	`COMMENT ON TABLE integrator_trade IS 'Settled orders of integrators, as long as orders are kept'`,
	`COMMENT ON COLUMN integrator_trade.order_hash IS 'Hash of the order'`,
	`COMMENT ON COLUMN integrator_trade.code IS 'The integrator'`,
	`COMMENT ON COLUMN integrator_trade.settled_at_ms IS 'When it settled'`,
]
