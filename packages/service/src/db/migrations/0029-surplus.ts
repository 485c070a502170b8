import { type Kysely, sql } from 'kysely'

/** What makers give beyond the user's limit is the user's. */
export async function up(db: Kysely<never>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
	`ALTER TABLE part ADD COLUMN limit_quote numeric(58, 18)`,
	`COMMENT ON COLUMN part.limit_quote IS 'Its share of the user''s limit, in the quote token; null: what the maker is asked for'`,
	`ALTER TABLE "order" ADD COLUMN surplus numeric(58, 18)`,
	`COMMENT ON COLUMN "order".surplus IS 'What its bundle gives the user beyond the limit, in the quote token; null until it is published, and if there is none'`,
]
