import { composeOrderPreview, requireCommittable, type SignedLimitOrder } from '@accord/ledger'
import { work } from '../threads/work-threads.ts'
import { decodeOr } from './read-intent.ts'

type Previewed = Parameters<typeof composeOrderPreview>[0]

/**
 * The preview of an intent, which is the last one, and of those before it. It is composed only if a solver's root can
 * contain the intent.
 * @throws TradeError `invalid_signed_partial_transaction`, `body_too_large`
 */
export function composePreview(options: Previewed): string {
	const { orders, service, networkId } = options
	return decodeOr('invalid_signed_partial_transaction', () => {
		const order = orders.at(-1)
		if (order !== undefined && !isPlain(order)) requireCommittable({ order, service, networkId })
		return composeOrderPreview(options)
	})
}

/** {@link composePreview} for anything sent by a client. */
export const composePreviewWork = work(import.meta.url, composePreview)

/** Exactly the schema is never too deep or too large for a root. */
function isPlain({ reading, blobs }: SignedLimitOrder): boolean {
	return !reading.hasPrefix && blobs === 0
}
