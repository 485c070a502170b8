import { type RawBuilder, sql } from 'kysely'

/** The state of a fill or an ended order, a row of the table or alias, as the ledger says by now: the newest correction counts. */
export function newestState(alias: string): RawBuilder<string> {
	const f = sql.raw(alias)
	return sql`coalesce((
		select c.outcome from correction c where c.subintent_hash = ${f}.subintent_hash order by c.corrected_at_ms desc limit 1
	), ${f}.state)`
}
