import { TradeError } from '@accord/protocol'
import type { Logger } from 'pino'
import type { Refusal, RefusalTally } from '../audit/refusal-tally.ts'
import type { Tally } from '../metrics/service-metrics.ts'

type NoteRefusalDeps = {
	readonly log: Pick<Logger, 'info'>
	readonly refusals: Pick<RefusalTally, 'note'>
	/** By code. */
	readonly refused: Tally
}

/** Counts and logs what was refused. What a refusal says is made for whoever sent it: it holds nothing secret. */
export function noteRefusal(
	{ log, refusals, refused }: NoteRefusalDeps,
	error: unknown,
	{ context, ...refusal }: Omit<Refusal, 'code'> & { readonly context: object },
): void {
	const code = error instanceof TradeError ? error.code : 'internal'
	const detail = error instanceof TradeError ? { detail: error.message } : {}
	refused.add(code)
	refusals.note({ ...refusal, code })
	log.info({ ...context, code, ...detail }, refusal.act.replace('_', ' '))
}
