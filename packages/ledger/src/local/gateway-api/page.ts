import { GatewayRefusal } from './gateway-refusal.ts'

/** Where a page begins, according to the previous page's cursor. @throws GatewayRefusal if it is malformed */
export function readCursor(cursor: string | null | undefined): number {
	if (cursor == null) return 0
	const position = Number(Buffer.from(cursor, 'base64url').toString())
	if (Number.isSafeInteger(position) && position > 0) return position
	throw GatewayRefusal.invalidRequest([{ path: 'cursor', errors: ["'cursor' is not a cursor of this list"] }])
}

/** The cursor of a page that begins at a position. */
export function writeCursor(position: number): string {
	return Buffer.from(String(position)).toString('base64url')
}

/** One page of a list, with the cursor of the next one. @throws GatewayRefusal if `cursor` is malformed */
export function page<T>(all: readonly T[], { cursor, limit }: { cursor?: string | null | undefined; limit: number }) {
	const from = readCursor(cursor)
	const items = all.slice(from, from + limit)
	const next = from + items.length
	return { total_count: all.length, next_cursor: next < all.length ? writeCursor(next) : null, items }
}
