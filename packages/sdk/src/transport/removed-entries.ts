import { TradeError } from '@accord/protocol'

/** The entries from one number to another, both included, which the service had removed before a reading came to them. */
export type RemovedEntries = { readonly from: number; readonly to: number }

/** What a refusal says was removed of the log after the number `after`; undefined if that is not why it was refused. */
export function removedEntries(error: unknown, after: number): RemovedEntries | undefined {
	if (!(error instanceof TradeError) || error.code !== 'sequence_too_old') return undefined
	const { first_sequence_number: first } = error.extra
	return typeof first === 'number' && first > after + 1 ? { from: after + 1, to: first - 1 } : undefined
}
