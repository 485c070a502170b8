import { basename } from 'node:path'
import type { AuditArchive, AuditEntry } from '@accord/protocol'
import { UsageError } from '../errors.ts'
import type { OperatorClient } from '../operator/operator-client.ts'
import { type ArchiveFile, archivesIn, entriesOfArchive, writeArchive } from './archive-file.ts'
import { type AuditHead, entriesOf } from './audit-entries.ts'

// The guarantee: the service is told of a file only after every entry of it was read back and followed the chain. A
// command that was killed at any moment is continued by the next one.

const dayMs = 86_400_000

type ToArchive = { readonly client: OperatorClient; readonly folder: string; readonly beforeMs: number }

/** Archives the entries of days before a time, one file for each day; returns what was archived. */
export async function archiveLog({ client, folder, beforeMs }: ToArchive): Promise<AuditArchive[]> {
	const done: AuditArchive[] = []
	const { firstHash } = await import('@accord/service')
	for (;;) {
		const { archived } = await client.auditLog({ after: 0, limit: 1 })
		const previous = archived ?? { number: 0, hash: firstHash }
		const left = (await archivesIn(folder)).find(({ first }) => first === previous.number + 1)
		const file = left ?? (await archiveDay({ client, folder, beforeMs }, previous))
		if (file === undefined) return done
		const { hash } = await verifyArchive(file, previous)
		const { first, last } = file
		done.push(await client.archiveAuditLog({ first, last, hash, file: basename(file.path) }))
	}
}

/** Undefined if the oldest entry is not of a day before the time. */
async function archiveDay(
	{ client, folder, beforeMs }: ToArchive,
	previous: AuditHead,
): Promise<ArchiveFile | undefined> {
	const { entries } = await client.auditLog({ after: previous.number, limit: 1 })
	const [oldest] = entries
	if (oldest === undefined || oldest.atMs >= beforeMs) return undefined
	const startMs = Math.floor(oldest.atMs / dayMs) * dayMs
	const day = new Date(startMs).toISOString().slice(0, 10)
	const ofDay = entriesUntil(entriesOf(client, previous.number), Math.min(startMs + dayMs, beforeMs))
	return await writeArchive({ folder, day, previous, entries: ofDay })
}

/** Entries up to the first one that was written at or after a time. */
async function* entriesUntil(entries: AsyncIterable<AuditEntry>, untilMs: number): AsyncGenerator<AuditEntry, void> {
	for await (const entry of entries) {
		if (entry.atMs >= untilMs) return
		yield entry
	}
}

/** Reads an archive back. @throws UsageError if it does not continue the chain after `previous` */
async function verifyArchive(file: ArchiveFile, previous: AuditHead): Promise<AuditHead> {
	const { AuditChain } = await import('@accord/service')
	const chain = new AuditChain(previous)
	for await (const entry of entriesOfArchive(file)) {
		const broken = chain.add(entry)
		if (broken !== undefined) throw new UsageError(`${file.path} is broken at entry ${broken.number}: ${broken.reason}`)
	}
	return chain.head
}
