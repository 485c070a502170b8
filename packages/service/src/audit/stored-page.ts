import { promisify } from 'node:util'
import { zstdCompressSync, zstdDecompress } from 'node:zlib'
import { type AuditAct, type AuditEntry, type AuditRecord, auditActs } from '@accord/protocol'
import { auditHash } from './audit-chain.ts'

// The guarantee: of the hashes, only the last one of a page is stored. All are computed again from the entries and the
// hash before; the last entry is read with the stored hash, so following the chain reveals any change.

/** Entries that follow each other in the chain, stored together. */
export type StoredPage = {
	readonly firstNumber: number
	readonly lastNumber: number
	/** Of the entry before the first. */
	readonly previousHash: string
	/** Of the last entry. */
	readonly hash: string
	/** Their lines, compressed. */
	readonly entries: Uint8Array
}

/** An entry, and the length of its line. */
export type StoredEntry = { readonly entry: AuditEntry; readonly characters: number }

const decompress = promisify(zstdDecompress)

/** An entry as a page has it: neither its number nor its hash is written. */
export function lineOf({ atMs, act, actor, subject, detail }: AuditRecord): string {
	return JSON.stringify([atMs, act, actor, subject, detail])
}

export function packLines(lines: readonly string[]): Buffer {
	return zstdCompressSync(lines.join('\n'))
}

/** Undefined if the bytes cannot be read, or are not as many lines as the page has entries. */
export async function unpackLines({
	entries,
	firstNumber,
	lastNumber,
}: Pick<StoredPage, 'entries' | 'firstNumber' | 'lastNumber'>): Promise<readonly string[] | undefined> {
	const text = await decompress(entries).catch(() => undefined)
	const lines = text?.toString().split('\n')
	return lines?.length === lastNumber - firstNumber + 1 ? lines : undefined
}

/** A page's entries with their hashes; undefined if they cannot be read. */
export async function entriesOf(page: StoredPage): Promise<readonly StoredEntry[] | undefined> {
	const lines = await unpackLines(page)
	const records = lines?.map(readLine)
	if (lines === undefined || records === undefined) return undefined
	const stored: StoredEntry[] = []
	let hash = page.previousHash
	for (const [at, record] of records.entries()) {
		if (record === undefined) return undefined
		const entry = { number: page.firstNumber + at, ...record }
		hash = entry.number === page.lastNumber ? page.hash : auditHash(hash, entry)
		stored.push({ entry: { ...entry, hash }, characters: lines[at]?.length ?? 0 })
	}
	return stored
}

const acts: ReadonlySet<unknown> = new Set(auditActs)

function readLine(line: string): AuditRecord | undefined {
	const value = parsed(line)
	if (!Array.isArray(value) || value.length !== 5) return undefined
	const [atMs, act, actor, subject, detail] = value as unknown[]
	if (!Number.isSafeInteger(atMs) || !acts.has(act) || typeof actor !== 'string' || typeof subject !== 'string')
		return undefined
	if (typeof detail !== 'object' || detail === null || Array.isArray(detail)) return undefined
	return { atMs: Number(atMs), act: act as AuditAct, actor, subject, detail: detail as AuditRecord['detail'] }
}

function parsed(line: string): unknown {
	try {
		return JSON.parse(line)
	} catch {
		return undefined
	}
}
