import { type Kysely, sql } from 'kysely'

/** Whom an order must not be sent to. */
export async function up(db: Kysely<never>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
	`ALTER TABLE "order" ADD COLUMN own_makers jsonb NOT NULL DEFAULT '[]'`,
	`COMMENT ON COLUMN "order".own_makers IS 'Ids of the makers that its account or a key of its signers belongs to, which are not asked to fill it'`,
]
