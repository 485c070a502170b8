import { subscribe } from 'node:diagnostics_channel'
import { type AnsweredMessage, databaseMessages } from '../../packages/service/src/db/session-driver.ts'
import { monotonicMs } from './monotonic.ts'
import type { Stopwatch } from './stopwatch.ts'

// A message that only begins or ends a transaction has no statement.
const bracket = /^(start transaction|commit|rollback)/

/** Records each message to this process' databases, and each statement in it. */
export function recordMessages(stopwatch: Stopwatch): void {
	subscribe(databaseMessages, answered => {
		const { texts, tookMs } = answered as AnsweredMessage
		const startedMs = monotonicMs() - tookMs
		stopwatch.add('message to the database', startedMs)
		for (const text of texts) if (!bracket.test(text)) stopwatch.add('statement', startedMs)
	})
}
