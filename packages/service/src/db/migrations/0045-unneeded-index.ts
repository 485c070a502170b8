import { type Kysely, sql } from 'kysely'

/** Fills are found by their hash, part or order, never by their id, which is unique as their hash is. */
export async function up(db: Kysely<never>): Promise<void> {
	await sql`ALTER TABLE fill DROP CONSTRAINT fill_subintent_id_key`.execute(db)
}
