import { type Kysely, sql } from 'kysely'

/** A chained log of every decision and of every act of an operator, which only grows. */
export async function up(db: Kysely<never>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const recorded = (row: string) =>
	`(${row}.entry_id, ${row}.at_ms, ${row}.act, ${row}.actor, ${row}.subject, ${row}.detail)`

const statements = [
	`CREATE TABLE audit_entry (
		entry_id int8 GENERATED ALWAYS AS IDENTITY,
		at_ms int8 NOT NULL,
		act text NOT NULL,
		actor text NOT NULL,
		subject text NOT NULL,
		detail jsonb NOT NULL,
		number int8 UNIQUE,
		hash bytea
	)`,
	`COMMENT ON TABLE audit_entry IS 'Every decision and every act of an operator, chained by hashes; entries are neither changed nor removed'`,
	`COMMENT ON COLUMN audit_entry.entry_id IS 'The order in which entries were written; concurrent transactions may commit in another one'`,
	`COMMENT ON COLUMN audit_entry.at_ms IS 'When it was decided or done'`,
	`COMMENT ON COLUMN audit_entry.act IS 'What was decided or done'`,
	`COMMENT ON COLUMN audit_entry.actor IS 'Who did it: an account, a maker, the name of an operator, an address, service or ledger'`,
	`COMMENT ON COLUMN audit_entry.subject IS 'What it was done to: the subintent hash of an order, a maker, a key, an account'`,
	`COMMENT ON COLUMN audit_entry.detail IS 'What the decision depended on and what came of it; for acts of operators the values before and after'`,
	`COMMENT ON COLUMN audit_entry.number IS 'Its place in the chain, without holes; null until it is chained'`,
	`COMMENT ON COLUMN audit_entry.hash IS 'SHA-256 over the hash before and the entry as JSON; null until it is chained'`,
	`CREATE INDEX audit_entry_unchained ON audit_entry (entry_id) WHERE hash IS NULL`,
	`CREATE TABLE audit_head (
		one boolean PRIMARY KEY DEFAULT true CHECK (one),
		number int8 NOT NULL,
		hash bytea NOT NULL
	)`,
	`COMMENT ON TABLE audit_head IS 'The newest entry of the chain, one row; who chains holds its lock'`,
	`COMMENT ON COLUMN audit_head.one IS 'Always true: there is one row'`,
	`COMMENT ON COLUMN audit_head.number IS 'Its number; 0 before the first'`,
	`COMMENT ON COLUMN audit_head.hash IS 'Its hash; 32 zero bytes before the first'`,
	`INSERT INTO audit_head (number, hash) VALUES (0, decode(repeat('00', 32), 'hex'))`,
	`CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
	BEGIN
		RAISE EXCEPTION 'entries of the audit log are neither changed nor removed';
	END $$`,
	`CREATE TRIGGER audit_entry_fixed BEFORE UPDATE ON audit_entry FOR EACH ROW
		WHEN (OLD.hash IS NOT NULL OR NEW.hash IS NULL OR ${recorded('OLD')} IS DISTINCT FROM ${recorded('NEW')})
		EXECUTE FUNCTION refuse_audit_change()`,
	`COMMENT ON TRIGGER audit_entry_fixed ON audit_entry IS 'An entry gets its place in the chain once, and nothing else of it changes'`,
	`CREATE TRIGGER audit_entry_kept BEFORE DELETE ON audit_entry FOR EACH ROW EXECUTE FUNCTION refuse_audit_change()`,
	`COMMENT ON TRIGGER audit_entry_kept ON audit_entry IS 'No entry is removed'`,
	`CREATE TRIGGER audit_entry_whole BEFORE TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`,
	`COMMENT ON TRIGGER audit_entry_whole ON audit_entry IS 'Nor are all of them'`,
]
