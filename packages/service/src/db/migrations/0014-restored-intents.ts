import { type Kysely, sql } from 'kysely'

/** Intents open at the time of a backup may have settled after it: their ends are compared with the ledger. */
export async function up(db: Kysely<never>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
	`CREATE TABLE restored_intent (subintent_hash text PRIMARY KEY)`,
	`COMMENT ON TABLE restored_intent IS 'Orders and fills that were open when an incarnation began: the ledger may know more of them'`,
	`COMMENT ON COLUMN restored_intent.subintent_hash IS 'Hash of the order or fill'`,
]
