import { type Kysely, sql } from 'kysely'

/** The published orders of an account are listed. */
export async function up(db: Kysely<never>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
	`CREATE INDEX order_published_by_account ON "order" (account, published_at_ms, subintent_hash)
		WHERE published_at_ms IS NOT NULL`,
]
