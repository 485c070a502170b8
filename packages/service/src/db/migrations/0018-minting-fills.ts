import { type Kysely, sql } from 'kysely'

/** The mints of open fills, which count against their customers' allowances. */
export async function up(db: Kysely<never>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
	`ALTER TABLE fill ADD COLUMN mints jsonb, ADD COLUMN minted numeric(58, 18)`,
	`COMMENT ON COLUMN fill.mints IS 'What it mints through Instamint: [{customer, resource, amount}]; null if nothing'`,
	`COMMENT ON COLUMN fill.minted IS 'How much less of its account''s own it needs, since all that its prefix does is to mint what it sells; null otherwise'`,
	`CREATE INDEX fill_minting ON fill (subintent_hash) WHERE state = 'started' AND mints IS NOT NULL`,
]
