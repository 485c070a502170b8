/** More pages than these are not read: 10,000 trades. */
const pagesMax = 20

type Page<Item, Cursor> = { readonly items: readonly Item[]; readonly next?: Cursor | undefined }

/** Reads pages, newest first, back to a time; without one, until there are enough. */
export async function backTo<Item extends { readonly timestamp: number }, Cursor>(
	since: number | undefined,
	limit: number,
	read: (before?: Cursor) => Promise<Page<Item, Cursor>>,
): Promise<readonly Item[]> {
	const found: Item[] = []
	let page = await read()
	for (let pages = 1; ; pages++) {
		found.push(...page.items)
		const last = page.items.at(-1)
		const isEnough = since === undefined ? found.length >= limit : last !== undefined && last.timestamp < since
		if (page.next === undefined || isEnough || pages === pagesMax) return found
		page = await read(page.next)
	}
}

/** With `since` the first `limit` from there on, else the newest. */
export function oldestFirst<Item extends { readonly timestamp: number }>(
	newestFirst: readonly Item[],
	since: number | undefined,
	limit: number,
): readonly Item[] {
	if (since === undefined) return newestFirst.slice(0, limit).toReversed()
	return newestFirst
		.filter(({ timestamp }) => timestamp >= since)
		.toReversed()
		.slice(0, limit)
}
