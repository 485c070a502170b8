import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { AuditEntry, auditEntriesMax } from '@accord/protocol'
import { UsageError } from '../errors.ts'
import type { OperatorClient } from '../operator/operator-client.ts'

/** The newest entry, which must be the last one in the log. */
export type AuditHead = { readonly number: number; readonly hash: string }

/** Entries in order, a page at a time. The return value is the newest entry according to the service. */
export async function* entriesOf(client: OperatorClient, after = 0): AsyncGenerator<AuditEntry, AuditHead> {
	for (let last = after; ; ) {
		const { entries, head, archived } = await client.auditLog({ after: last, limit: auditEntriesMax })
		if (archived !== undefined && archived.number > last && last > 0)
			throw new Error(`entries after ${last} were archived while the log was read: run the command again`)
		yield* entries
		const newest = entries.at(-1)
		if (newest === undefined || newest.number >= head.number) return head
		last = newest.number
	}
}

/** Reads the entries from an exported file. */
export async function* entriesIn(file: string): AsyncGenerator<AuditEntry, undefined> {
	const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })
	let number = 0
	try {
		for await (const line of lines) {
			number += 1
			yield readLine(line, `${file}, line ${number}`)
		}
	} catch (error) {
		if (error instanceof UsageError) throw error
		throw new UsageError(`${file} cannot be read`)
	}
	return undefined
}

function readLine(line: string, place: string): AuditEntry {
	try {
		return AuditEntry.parse(JSON.parse(line))
	} catch {
		throw new UsageError(`${place}: expected an entry of the audit log, as accord audit export writes it`)
	}
}
