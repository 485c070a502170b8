import { type Kysely, sql } from 'kysely'

/** Keys may be bound to addresses, and an order carries its trace from node to node. */
export async function up(db: Kysely<never>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
	`ALTER TABLE "order" ADD COLUMN trace_context text`,
	`COMMENT ON COLUMN "order".trace_context IS 'The W3C trace context of the request that submitted it; null unless it is traced'`,
	`ALTER TABLE api_key ADD COLUMN allowed_from text[]`,
	`COMMENT ON COLUMN api_key.allowed_from IS 'Addresses and networks that it may be used from; null: any'`,
	`ALTER TABLE operator_key ADD COLUMN allowed_from text[]`,
	`COMMENT ON COLUMN operator_key.allowed_from IS 'Addresses and networks that it may be used from; null: any'`,
]
