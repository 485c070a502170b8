import { TradeError } from '@accord/protocol'
import type { Logger } from 'pino'
import type { Refusal, RefusalTally } from '../audit/refusal-tally.ts'
import type { Counter, Metrics } from '../metrics/metrics.ts'

type NoteRefusalDeps = {
	readonly log: Pick<Logger, 'info'>
	readonly refusals: Pick<RefusalTally, 'note'>
	readonly metrics: Pick<Metrics, 'count'>
}

type RefusalToNote = Omit<Refusal, 'code'> & {
	readonly context: object
	/** Refusals by code. */
	readonly counted: Counter
}

/** Counts and logs a refusal. Its text is meant for the sender, so it contains nothing secret. */
export function noteRefusal(
	{ log, refusals, metrics }: NoteRefusalDeps,
	error: unknown,
	{ context, counted, ...refusal }: RefusalToNote,
): void {
	const code = error instanceof TradeError ? error.code : 'internal'
	const detail = error instanceof TradeError ? { detail: error.message } : {}
	metrics.count(counted, code)
	refusals.note({ ...refusal, code })
	log.info({ ...context, code, ...detail }, refusal.act.replace('_', ' '))
}
