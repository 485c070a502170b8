import { TradeError } from '@accord/protocol'

/** Where a page of orders ended: the time it goes by, and the order's hash for those of one millisecond. */
export type PagePlace = { readonly atMs: number; readonly orderHash: string }

/** The `next` of a page. */
export function formatPlace({ atMs, orderHash }: PagePlace): string {
	return `${atMs}.${orderHash}`
}

/** Reads the `next` of the page before. @throws TradeError `validation_failed` */
export function readPlace(text: string): PagePlace {
	const [, atMs, orderHash] = /^(\d{1,15})\.([0-9a-f]{64})$/.exec(text) ?? []
	if (atMs !== undefined && orderHash !== undefined) return { atMs: Number(atMs), orderHash }
	const item = { pointer: '/before', expected: 'the next of the page before', found: text.slice(0, 128) }
	throw TradeError.fromViolations([{ code: 'validation_failed', item }])
}
