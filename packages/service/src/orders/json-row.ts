import type { Selectable } from 'kysely'

/** A whole row as JSON, for statements that write many at once with jsonb_populate_recordset: int8 as a number. */
export type JsonRow<Table> = {
	readonly [Column in keyof Selectable<Table>]: Selectable<Table>[Column] extends bigint | null
		? Exclude<Selectable<Table>[Column], bigint> | number
		: Selectable<Table>[Column]
}
