import type { AuditEntry } from '@accord/protocol'
import { UsageError } from '../errors.ts'
import type { OperatorClient } from '../operator/operator-client.ts'
import { type ArchiveFile, archivesIn, entriesOfArchive, entryBefore } from './archive-file.ts'
import { type AuditHead, entriesOf } from './audit-entries.ts'

/** Entries of a log in order, without gaps, from one entry on. */
export type AuditSource = {
	/** The entry before the first one. */
	readonly after: AuditHead
	/** The return value is the newest entry according to the service, if there is a service. */
	readonly entries: AsyncGenerator<AuditEntry, AuditHead | undefined>
	/** Which entries are left out, and where they are. */
	readonly left?: string
}

type Wanted = {
	/** The folder of archives. */
	readonly folder?: string | undefined
	/** Entries up to this one are not read. */
	readonly after?: number
}

/** A service's entries, with those before them that were archived to a folder, if one is given. */
export async function sourceOf(client: OperatorClient, { folder, after = 0 }: Wanted): Promise<AuditSource> {
	const { archived } = await client.auditLog({ after: 0, limit: 1 })
	const files = folder === undefined ? [] : await archivesIn(folder)
	const [oldest] = files
	if (oldest === undefined || folder === undefined) {
		if (folder !== undefined && archived !== undefined)
			throw new UsageError(`${folder} has no archive: ${archived.file} is missing`)
		const start = await startAfter(archived)
		return {
			after: start,
			entries: entriesOf(client, Math.max(start.number, after)),
			...leftOut(start, archived?.file),
		}
	}
	const last = requireWhole(files, { folder, archived })
	const start = await entryBefore(oldest)
	const unread = files.filter(file => file.last > after)
	return {
		after: start,
		entries: filesThenService(unread, entriesOf(client, Math.max(last, after))),
		...leftOut(start),
	}
}

async function startAfter(archived: AuditHead | undefined): Promise<AuditHead> {
	const { firstHash } = await import('@accord/service')
	return archived ?? { number: 0, hash: firstHash }
}

function leftOut({ number }: AuditHead, file?: string): { left?: string } {
	if (number === 0) return {}
	const where =
		file === undefined
			? 'in archives that are not in this folder'
			: `archived, the last of them in ${file}: --archive FOLDER reads them too`
	return { left: `entries 1 to ${number} are ${where}` }
}

/** The last entry of files that follow each other. @throws UsageError if one is missing */
function requireWhole(
	files: readonly ArchiveFile[],
	{ folder, archived }: { readonly folder: string; readonly archived: { number: number; file: string } | undefined },
): number {
	let last = (files[0]?.first ?? 1) - 1
	for (const file of files) {
		if (file.first !== last + 1)
			throw new UsageError(`${file.path} does not follow entry ${last}: an archive is missing, or two overlap`)
		last = file.last
	}
	if (archived !== undefined && last < archived.number)
		throw new UsageError(
			`${folder} ends with entry ${last}, but entries up to ${archived.number} are archived: ${archived.file} is missing`,
		)
	return last
}

async function* filesThenService(
	files: readonly ArchiveFile[],
	rest: AsyncGenerator<AuditEntry, AuditHead>,
): AsyncGenerator<AuditEntry, AuditHead> {
	for (const file of files) yield* entriesOfArchive(file)
	return yield* rest
}
