import { type Kysely, sql } from 'kysely'

/** Finds recently expired intents without reading all that settled meanwhile. */
export async function up(db: Kysely<never>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
	`CREATE INDEX order_expired ON "order" (ended_at_ms) WHERE state = 'expired'`,
	`CREATE INDEX fill_expired ON fill (ended_at_ms) WHERE state = 'Expired'`,
]
