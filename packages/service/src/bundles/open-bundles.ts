import type { Database } from '../db/tables.ts'

/** A published trade: its wrapped items in hex, the user's first. */
export type OpenBundle = { readonly bundleNumber: number; readonly items: string[] }

/** The next bundles that are still open, by number. A bundle that has ended is never among them. */
export async function openBundlesAfter(
	db: Database,
	{ after, limit }: { after: number; limit: number },
): Promise<OpenBundle[]> {
	const rows = await db
		.selectFrom('bundle')
		.select(['bundle_number', 'items'])
		.where('bundle_number', '>', BigInt(after))
		.where('ended_at_ms', 'is', null)
		.orderBy('bundle_number')
		.limit(limit)
		.execute()
	return rows.map(row => ({ bundleNumber: Number(row.bundle_number), items: row.items }))
}
