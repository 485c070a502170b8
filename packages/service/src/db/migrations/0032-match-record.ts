import { type Kysely, sql } from 'kysely'

/** Anyone can check how an order was matched. */
export async function up(db: Kysely<never>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
	`ALTER TABLE "order" ADD COLUMN match_record text`,
	`COMMENT ON COLUMN "order".match_record IS 'How it was matched, as is published once it has settled: one line of JSON per match; null for an order that was not matched'`,
]
