import type { Database } from '../db/tables.ts'

/** A stored version of the agreed settings. */
export type SettingsVersion = {
	readonly version: number
	readonly settings: Readonly<Record<string, unknown>>
	readonly validFromMs: number
	readonly author: string
	readonly reason?: string
	readonly createdAtMs: number
}

/** How many versions a node looks back: for tokens of stored orders that are no longer traded. */
const versionsMax = 100

/** The newest versions after this one, the oldest first. */
export async function selectVersions(db: Database, { after }: { readonly after: number }): Promise<SettingsVersion[]> {
	const rows = await db
		.selectFrom('agreed_settings')
		.selectAll()
		.where('version', '>', after)
		.orderBy('version', 'desc')
		.limit(versionsMax)
		.execute()
	return rows.toReversed().map(row => ({
		version: row.version,
		settings: row.settings,
		validFromMs: Number(row.valid_from_ms),
		author: row.author,
		...(row.reason !== null && { reason: row.reason }),
		createdAtMs: Number(row.created_at_ms),
	}))
}

export async function insertVersion(db: Database, version: SettingsVersion): Promise<void> {
	const { settings, validFromMs, createdAtMs, reason = null, author } = version
	await db
		.insertInto('agreed_settings')
		.values({
			version: version.version,
			settings: JSON.stringify(settings),
			valid_from_ms: validFromMs,
			author,
			reason,
			created_at_ms: createdAtMs,
		})
		.execute()
}
