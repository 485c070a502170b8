import { TradeError } from '@accord/protocol'

/** The entries that a numbered log has: those after `removed`, up to `last`; both are 0 at first. */
export type LogRange = { readonly removed: number; readonly last: number }

/**
 * Requires that the entries after `after` are still kept. This is checked for the starting point and for each page
 * read, because entries removed in the meantime must not leave a gap.
 * @throws TradeError `sequence_too_old`
 */
export function requireKept({ removed }: Pick<LogRange, 'removed'>, after: number): void {
	if (after >= removed) return
	const first = removed + 1
	throw new TradeError('sequence_too_old', `the log begins at ${first}; expected at least that, found ${after + 1}`, {
		extra: { first_sequence_number: first },
	})
}
