import { TradeError } from '@accord/protocol'

/** Where a page of orders ends: the time that orders the pages, and the order's hash among those of one millisecond. */
export type PageCursor = { readonly atMs: number; readonly orderHash: string }

/** The `next` of a page. */
export function formatPageCursor({ atMs, orderHash }: PageCursor): string {
	return `${atMs}.${orderHash}`
}

/** Reads the `next` of the previous page. @throws TradeError `validation_failed` */
export function parsePageCursor(text: string): PageCursor {
	const [, atMs, orderHash] = /^(\d{1,15})\.([0-9a-f]{64})$/.exec(text) ?? []
	if (atMs !== undefined && orderHash !== undefined) return { atMs: Number(atMs), orderHash }
	const item = { pointer: '/before', expected: 'the next of the previous page', found: text.slice(0, 128) }
	throw TradeError.fromViolations([{ code: 'validation_failed', item }])
}
