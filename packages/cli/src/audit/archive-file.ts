import { createReadStream, createWriteStream } from 'node:fs'
import { open, readdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline as piped } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { AuditEntry } from '@accord/protocol'
import { UsageError } from '../errors.ts'
import type { AuditHead } from './audit-entries.ts'

// The guarantee: a file with an archive's name is complete and on disk. It names the entry before its first one, and
// its last one, so that a chain is followed from file to file, and a shortened file is noticed.

const nameForm = /^audit-\d{4}-\d{2}-\d{2}-(\d{1,16})-(\d{1,16})\.jsonl\.zst$/

/** An archive's file, with the range of its entries. */
export type ArchiveFile = { readonly path: string; readonly first: number; readonly last: number }

/** The archives in a folder, by their first entries. */
export async function archivesIn(folder: string): Promise<ArchiveFile[]> {
	const names = await readdir(folder).catch(() => {
		throw new UsageError(`${folder} is not a folder that can be read`)
	})
	return names
		.flatMap(name => {
			const [, first, last] = nameForm.exec(name) ?? []
			return first && last ? { path: join(folder, name), first: Number(first), last: Number(last) } : []
		})
		.toSorted((a, b) => a.first - b.first)
}

type ArchiveToWrite = {
	readonly folder: string
	/** As 2026-11-20. */
	readonly day: string
	/** The entry before the first one. */
	readonly previous: AuditHead
	readonly entries: AsyncIterable<AuditEntry>
}

/** Writes entries to a new archive, one JSON per line, compressed. It has its name only once all of it is on disk. */
export async function writeArchive({ folder, day, previous, entries }: ArchiveToWrite): Promise<ArchiveFile> {
	const first = previous.number + 1
	const unfinished = join(folder, `audit-${day}-${first}.unfinished`)
	let head = previous
	async function* lines() {
		yield `${JSON.stringify({ audit_archive: 1, first, previous: previous.hash })}\n`
		for await (const entry of entries) {
			head = entry
			yield `${JSON.stringify(AuditEntry.format(entry))}\n`
		}
		yield `${JSON.stringify({ last: head.number, hash: head.hash })}\n`
	}
	await pipeline(lines, createZstdCompress(), createWriteStream(unfinished, { mode: 0o600, flush: true }))
	const path = join(folder, `audit-${day}-${first}-${head.number}.jsonl.zst`)
	await rename(unfinished, path)
	await sync(dirname(path))
	return { path, first, last: head.number }
}

async function sync(folder: string): Promise<void> {
	const handle = await open(folder, 'r')
	try {
		await handle.sync()
	} finally {
		await handle.close()
	}
}

/** The entry before the first one of an archive, as its file says. */
export async function entryBefore({ path }: ArchiveFile): Promise<AuditHead> {
	for await (const line of linesOf(path)) return readHeader(path, line)
	throw damaged(path, 'it is empty')
}

/** The entries of an archive in order. @throws UsageError if the file is damaged or ends too early */
export async function* entriesOfArchive({ path, first, last }: ArchiveFile): AsyncGenerator<AuditEntry, void> {
	let head: AuditHead | undefined
	let isComplete = false
	for await (const line of linesOf(path)) {
		if (isComplete) throw damaged(path, 'something follows its end')
		if (head === undefined) {
			head = readHeader(path, line)
			if (head.number + 1 !== first) throw damaged(path, `it begins with entry ${head.number + 1}`)
			continue
		}
		const value = parsed(line, path)
		if ('last' in value) {
			isComplete = value.last === last && head.number === last && value.hash === head.hash
			if (!isComplete) throw damaged(path, `it ends with entry ${value.last}`)
			continue
		}
		const entry = AuditEntry.schema.safeParse(value)
		if (!entry.success) throw damaged(path, 'a line is not an entry')
		head = entry.data
		yield entry.data
	}
	if (!isComplete) throw damaged(path, 'its end is missing')
}

function readHeader(path: string, line: string): AuditHead {
	const { audit_archive: version, first, previous } = parsed(line, path)
	if (version !== 1 || typeof first !== 'number' || typeof previous !== 'string')
		throw damaged(path, 'its first line is not an archive’s')
	return { number: first - 1, hash: previous }
}

function parsed(line: string, path: string): Record<string, unknown> {
	try {
		const value: unknown = JSON.parse(line)
		if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
	} catch {}
	throw damaged(path, 'a line is not a JSON object')
}

async function* linesOf(path: string): AsyncGenerator<string, void> {
	const text = createZstdDecompress()
	// Errors of reading and decompressing end the lines.
	piped(createReadStream(path), text, () => {})
	try {
		yield* createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })
	} catch (error) {
		throw error instanceof UsageError ? error : damaged(path, error instanceof Error ? error.message : String(error))
	} finally {
		text.destroy()
	}
}

function damaged(path: string, how: string): UsageError {
	return new UsageError(`${path} is not a whole archive of the audit log: ${how}`)
}
