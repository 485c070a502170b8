import { isDeepStrictEqual } from 'node:util'
import type { AuditEntry } from '@accord/protocol'
import type { MatchRecord } from '@accord/service'

/** The result of matching again: how many decisions were the same, and the first that was not. */
export type Replayed = {
	readonly same: number
	/** The decision was recorded without the levels because there were too many. */
	readonly skipped: number
	readonly difference?: {
		readonly number: number
		readonly order: string
		readonly recorded: unknown
		readonly now: unknown
	}
}

/** Repeats every recorded matching decision, using the function that made it, up to the first difference. */
export async function replayLog(entries: AsyncIterable<AuditEntry>): Promise<Replayed> {
	const { replayMatch } = await import('@accord/service')
	let same = 0
	let skipped = 0
	for await (const { number, subject, detail } of entries) {
		const record = detail.match as MatchRecord | undefined
		if (record === undefined) continue
		const now = matchAgain(replayMatch, record)
		if (now === undefined) skipped += 1
		else if (isDeepStrictEqual(now, record.parts)) same += 1
		else return { same, skipped, difference: { number, order: subject, recorded: record.parts, now } }
	}
	return { same, skipped }
}

/** A record that no longer describes a match counts as a difference. */
function matchAgain(replay: (record: MatchRecord) => unknown, record: MatchRecord): unknown {
	try {
		return replay(record)
	} catch (error) {
		return `not a record of a match: ${error instanceof Error ? error.message : String(error)}`
	}
}
