import { type RawBuilder, sql } from 'kysely'

/** How a part ended for its maker, or `asked` while it has not. */
export type PartEnd = 'asked' | 'filled' | 'rejected' | 'not_answered' | 'fill_refused' | 'called_off'

/**
 * Whether a part, a row of the table or alias, was called off, as `isCalledOff` says it: what ended by its deadline
 * without an answer ended with its order, or was excused.
 */
export function calledOff(part: string): RawBuilder<boolean> {
	const p = sql.raw(part)
	return sql`(${p}.state = 'timed_out' and ${p}.ended_at_ms <= ${p}.fill_before_ms)`
}

/** How a part, a row of the table or alias, ended: every count of a maker's parts is one of these. */
export function partEnd(part: string): RawBuilder<PartEnd> {
	const p = sql.raw(part)
	return sql`case
		when ${calledOff(part)} then 'called_off'
		when ${p}.state = 'timed_out' and ${p}.refusals is not null then 'fill_refused'
		when ${p}.state = 'timed_out' then 'not_answered'
		else ${p}.state end`
}

/** How many parts ended in each way; those timed out include those with a refused fill. */
export type PartEndRow = Readonly<Record<'filled' | 'rejected' | 'timed_out' | 'fill_refused' | 'called_off', number>>

/** The columns of a `PartEndRow`, of rows with a `PartEnd` in `ended`. */
export const partEndColumns = sql`
	count(*) filter (where ended = 'filled')::int4 as filled,
	count(*) filter (where ended = 'rejected')::int4 as rejected,
	count(*) filter (where ended in ('not_answered', 'fill_refused'))::int4 as timed_out,
	count(*) filter (where ended = 'fill_refused')::int4 as fill_refused,
	count(*) filter (where ended = 'called_off')::int4 as called_off`

/** Those counts as messages have them. */
export function readPartEnds({ filled, rejected, timed_out, fill_refused, called_off }: PartEndRow) {
	return { filled, rejected, timedOut: timed_out, fillRefused: fill_refused, calledOff: called_off }
}
