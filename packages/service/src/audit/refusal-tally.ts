import { type AuditAct, type AuditRecord, type Clock, TradeError } from '@accord/protocol'
import type { Logger } from 'pino'
import type { Counter, Metrics } from '../metrics/metrics.ts'

/** A refusal: what was refused, the error code, and who was refused. */
export type Refusal = {
	readonly act: Extract<AuditAct, `${string}_refused`>
	readonly code: string
	readonly actor: string
	/** The order refused, if it could be read. */
	readonly subject?: string | undefined
}

type Counted = { readonly refusal: Refusal; readonly firstAtMs: number; lastAtMs: number; count: number }

const minuteMs = 60_000
const countedMax = 256
const minutesMax = 10

/**
 * Counts refusals, which strangers can cause for free, so that the audit log has one entry per code and actor in a
 * minute, with the first order refused. It distinguishes 256 combinations per minute; all others are counted together
 * by code. When the process dies, its counts are lost.
 */
export class RefusalTally {
	readonly #clock: Pick<Clock, 'nowMs'>
	/** Counts by minute, then by act, code and actor. */
	readonly #minutes = new Map<number, Map<string, Counted>>()

	constructor({ clock }: { readonly clock: Pick<Clock, 'nowMs'> }) {
		this.#clock = clock
	}

	/** Counts one refusal. */
	note(refusal: Refusal): void {
		const nowMs = this.#clock.nowMs()
		const counted = this.#countedIn(Math.floor(nowMs / minuteMs))
		const known = counted.get(keyOf(refusal))
		const told = known !== undefined || counted.size < countedMax ? refusal : { ...refusal, actor: 'others' }
		const entry = counted.get(keyOf(told)) ?? { refusal: told, firstAtMs: nowMs, lastAtMs: nowMs, count: 0 }
		counted.set(keyOf(told), entry)
		entry.count += 1
		entry.lastAtMs = nowMs
	}

	/** Entries for the minutes that end at or before a time; `written` forgets them. */
	due(untilMs: number): { readonly records: readonly AuditRecord[]; readonly written: () => void } {
		const over = [...this.#minutes].filter(([minute]) => (minute + 1) * minuteMs <= untilMs)
		return {
			records: over.flatMap(([, counted]) => [...counted.values()].map(recordOf)),
			written: () => {
				for (const [minute] of over) this.#minutes.delete(minute)
			},
		}
	}

	/** While nothing can be written, only the newest minutes are kept. */
	#countedIn(minute: number): Map<string, Counted> {
		const counted = this.#minutes.get(minute) ?? new Map<string, Counted>()
		this.#minutes.set(minute, counted)
		const [oldest] = this.#minutes.keys()
		if (this.#minutes.size > minutesMax && oldest !== undefined) this.#minutes.delete(oldest)
		return counted
	}
}

function keyOf({ act, code, actor }: Refusal): string {
	return `${act} ${code} ${actor}`
}

function recordOf({ refusal, firstAtMs, lastAtMs, count }: Counted): AuditRecord {
	const { act, actor, code, subject = '' } = refusal
	return { atMs: firstAtMs, act, actor, subject, detail: { code, count, last_at_ms: lastAtMs } }
}

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
