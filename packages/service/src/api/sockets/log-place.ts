import { TradeError } from '@accord/protocol'
import { type LogRange, requireKept } from '../../db/log-range.ts'

/** Where a reader wants to continue in a numbered log: after this number, in this incarnation if given. */
export type LogPlace = { readonly after: number; readonly incarnation?: string | undefined }

/** The entries that a log has now. */
export type LogBounds = LogRange & { readonly incarnation: string }

/**
 * Checks that a reader can continue there; the rules are the same for every numbered log.
 * @throws TradeError `log_restarted` for a number of an earlier incarnation, `sequence_ahead` for one not issued yet,
 * `sequence_too_old` for one after which entries have been removed
 */
export function requirePlace({ after, incarnation }: LogPlace, bounds: LogBounds): void {
	const first = bounds.removed + 1
	const now = { incarnation: bounds.incarnation, first_sequence_number: first, last_sequence_number: bounds.last }
	if (incarnation !== undefined && incarnation !== bounds.incarnation) {
		const detail = `the service was restored from a backup: the log is ${bounds.incarnation} now, no longer ${incarnation}`
		throw new TradeError('log_restarted', detail, { extra: now })
	}
	if (after > bounds.last) {
		const detail = `the log ends at ${bounds.last}: expected to start at ${bounds.last + 1} or before`
		throw new TradeError('sequence_ahead', detail, { extra: now })
	}
	requireKept(bounds, after)
}
