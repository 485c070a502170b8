import { TradeError } from '@accord/protocol'

/** The entries from one number to another, inclusive, that the service removed before a reading reached them. */
export type RemovedEntries = { readonly from: number; readonly to: number }

/** The entries removed after the number `after`, from a refusal; undefined if the refusal has another reason. */
export function removedEntries(error: unknown, after: number): RemovedEntries | undefined {
	if (!(error instanceof TradeError) || error.code !== 'sequence_too_old') return undefined
	const { first_sequence_number: first } = error.extra
	return typeof first === 'number' && first > after + 1 ? { from: after + 1, to: first - 1 } : undefined
}
