import { type RawBuilder, sql } from 'kysely'

/** Why an order, a row of the table or alias, expired: its account lacked the funds. Null if that is not known. */
export function orderExpiryCode(order: string): RawBuilder<string | null> {
	const state = sql.ref(`${order}.state`)
	return sql`case when ${state} = 'expired' and ${isUnfunded(order)} then 'insufficient_funds' end`
}

/** Why a fill expired: its account lacked the funds, or it failed a preview of its bundle. Null if that is not known. */
export function fillExpiryCode(fill: string): RawBuilder<string | null> {
	const [state, vetoedAtMs] = [sql.ref(`${fill}.state`), sql.ref(`${fill}.vetoed_at_ms`)]
	return sql`case when ${state} <> 'Expired' then null
		when ${isUnfunded(fill)} then 'insufficient_funds'
		when ${vetoedAtMs} is not null then 'preview_failed' end`
}

function isUnfunded(row: string): RawBuilder<boolean> {
	const hash = sql.ref(`${row}.subintent_hash`)
	return sql`exists (select from expired_intent e where e.subintent_hash = ${hash} and e.is_unfunded)`
}
