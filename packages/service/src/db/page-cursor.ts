import { TradeError } from '@accord/protocol'

/**
 * Where a page of orders ends: the time by which pages are ordered, and the order's hash among those of the same
 * millisecond.
 */
export type PageCursor = { readonly atMs: number; readonly orderHash: string }

/** The rows of a page: each has the order's hash and the time by which they are ordered. */
type PagedRow<Column extends string> = { readonly subintent_hash: string } & Readonly<Record<Column, bigint | null>>

/** The first `limit` of the rows, and `next` if there are more: one row more than a page holds is read. */
export function pageOf<Column extends string, Row extends PagedRow<Column>>(
	rows: readonly Row[],
	{ limit, orderedBy }: { readonly limit: number; readonly orderedBy: Column },
): { page: Row[]; next?: string } {
	const page = rows.slice(0, limit)
	const last = page.at(-1)
	if (rows.length <= limit || last === undefined) return { page }
	return { page, next: formatPageCursor({ atMs: Number(last[orderedBy]), orderHash: last.subintent_hash }) }
}

/** Reads the `next` of the previous page. @throws TradeError `validation_failed` */
export function parsePageCursor(text: string): PageCursor {
	const [, atMs, orderHash] = /^(\d{1,15})\.([0-9a-f]{64})$/.exec(text) ?? []
	if (atMs !== undefined && orderHash !== undefined) return { atMs: Number(atMs), orderHash }
	const item = { pointer: '/before', expected: 'the next of the previous page', found: text.slice(0, 128) }
	throw TradeError.fromViolations([{ code: 'validation_failed', item }])
}

function formatPageCursor({ atMs, orderHash }: PageCursor): string {
	return `${atMs}.${orderHash}`
}
