import { type Kysely, sql } from 'kysely'

/**
 * Fills are found by their hash, part or order: never by their id, which is unique as their hash is, and by the time of
 * their end only with their order.
 */
export async function up(db: Kysely<never>): Promise<void> {
	await sql`ALTER TABLE fill DROP CONSTRAINT fill_subintent_id_key`.execute(db)
	await sql`DROP INDEX fill_decided`.execute(db)
}
