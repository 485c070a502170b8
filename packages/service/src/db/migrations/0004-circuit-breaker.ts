import { type Kysely, sql } from 'kysely'

/** The reasons for pauses by the circuit breaker. */
export async function up(db: Kysely<never>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
	`ALTER TABLE maker_pause ADD COLUMN miss_rate numeric(58, 18), ADD COLUMN sample int4`,
	`COMMENT ON COLUMN maker_pause.miss_rate IS 'The smoothed miss rate that led to a pause by the circuit breaker'`,
	`COMMENT ON COLUMN maker_pause.sample IS 'How many answers that rate was taken from'`,
	// Nothing reads by it: what waits for other makers has an index of its own.
	`DROP INDEX part_rejected`,
]
