import { type AuditPage, type AuditRecord, refusedActs } from '@accord/protocol'
import { auditHash } from './audit-chain.ts'
import { lineOf, packLines, type StoredPage, unpackLines } from './stored-page.ts'

/** A refusal in the log, for the statistics: what its entry has of it. */
export type LoggedRefusal = {
	readonly act: (typeof refusedActs)[number]
	readonly code: unknown
	readonly count: unknown
	readonly at_ms: number
}

/** A page to write, with the refusals among its entries. */
export type NewPage = StoredPage & { readonly refusals: readonly LoggedRefusal[] }

type Draft = {
	readonly firstNumber: number
	readonly previousHash: string
	lastNumber: number
	hash: string
	readonly lines: string[]
	characters: number
	readonly refusals: LoggedRefusal[]
}

type Entries = {
	readonly head: AuditPage['head']
	/** The newest page, if it is the head's. */
	readonly newest: NewPage | undefined
	readonly records: readonly AuditRecord[]
}

/** Few entries take several times their share of a full page, so the newest page is extended up to this many. */
export const extendedEntriesMax = 128
/** Longer pages would take the main thread too long; a single entry may be longer. */
const pageCharactersMax = 262_144

/** The pages of the next entries of a chain: the newest one extended by them if all fit, or new ones. */
export async function nextPages({ head, newest, records }: Entries): Promise<NewPage[]> {
	const extended = await draftOf(newest, extendedEntriesMax - records.length)
	const drafts = extended === undefined ? [] : [extended]
	let { number, hash } = head
	for (const record of records) {
		const previousHash = hash
		number += 1
		hash = auditHash(hash, { ...record, number })
		const line = lineOf(record)
		const last = drafts.at(-1)
		const fits = last !== undefined && last.characters + line.length <= pageCharactersMax
		const draft = fits ? last : begun({ firstNumber: number, previousHash })
		if (draft !== last) drafts.push(draft)
		draft.lines.push(line)
		draft.characters += line.length
		draft.refusals.push(...refusalsOf(record))
		Object.assign(draft, { lastNumber: number, hash })
	}
	return drafts.filter(({ lastNumber }) => lastNumber > head.number).map(packed)
}

/** The page, if it can be read and has no more entries than that. */
async function draftOf(page: NewPage | undefined, entriesMax: number): Promise<Draft | undefined> {
	if (page === undefined || page.lastNumber - page.firstNumber + 1 > entriesMax) return undefined
	const { firstNumber, lastNumber, previousHash, hash, refusals } = page
	const lines = await unpackLines(page)
	if (lines === undefined) return undefined
	const characters = lines.reduce((sum, { length }) => sum + length, 0)
	return { firstNumber, lastNumber, previousHash, hash, lines: [...lines], characters, refusals: [...refusals] }
}

function begun({ firstNumber, previousHash }: Pick<Draft, 'firstNumber' | 'previousHash'>): Draft {
	const empty = { lastNumber: firstNumber, hash: previousHash, lines: [], characters: 0, refusals: [] }
	return { firstNumber, previousHash, ...empty }
}

function refusalsOf({ act, atMs, detail }: AuditRecord): LoggedRefusal[] {
	const refused = refusedActs.find(each => each === act)
	return refused === undefined ? [] : [{ act: refused, code: detail.code, count: detail.count, at_ms: atMs }]
}

function packed({ lines, characters: _, ...page }: Draft): NewPage {
	return { ...page, entries: packLines(lines) }
}
