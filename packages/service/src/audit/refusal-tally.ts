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
type RefusalTallyDeps = {
	readonly clock: Pick<Clock, 'nowMs'>
	/** After as many entries in a day (UTC), further refusals are counted by code and hour only. */
	readonly entriesPerDay: number
}

const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 86_400_000
const countedMax = 256
const windowsMax = 10

/**
 * Counts refusals, which strangers can cause for free, so that the audit log has one entry per code and actor in a
 * minute, with the first order refused. It distinguishes 256 combinations per minute; all others are counted together
 * by code, and so is everything, by the hour, once a day has had its entries. When the process dies, its counts are
 * lost.
 */
export class RefusalTally {
	readonly #clock: Pick<Clock, 'nowMs'>
	readonly #entriesPerDay: number
	/** Counts by the end of their minute or hour, then by act, code and actor. */
	readonly #windows = new Map<number, Map<string, Counted>>()
	#day = 0
	#entriesToday = 0

	constructor({ clock, entriesPerDay }: RefusalTallyDeps) {
		this.#clock = clock
		this.#entriesPerDay = entriesPerDay
	}

	/** Counts one refusal. */
	note(refusal: Refusal): void {
		const nowMs = this.#clock.nowMs()
		const hasEntriesLeft = this.#hasEntriesLeft(nowMs)
		const counted = this.#countedIn(endOf(hasEntriesLeft ? minuteMs : hourMs, nowMs))
		const isNamed = counted.has(keyOf(refusal)) || (hasEntriesLeft && counted.size < countedMax)
		const told = isNamed ? refusal : { ...refusal, actor: 'others' }
		const known = counted.get(keyOf(told))
		const entry = known ?? { refusal: told, firstAtMs: nowMs, lastAtMs: nowMs, count: 0 }
		if (known === undefined) this.#entriesToday += 1
		counted.set(keyOf(told), entry)
		entry.count += 1
		entry.lastAtMs = nowMs
	}

	/** Entries for the minutes and hours that end at or before a time; `written` forgets them. */
	due(untilMs: number): { readonly records: readonly AuditRecord[]; readonly written: () => void } {
		const over = [...this.#windows].filter(([endMs]) => endMs <= untilMs)
		return {
			records: over.flatMap(([, counted]) => [...counted.values()].map(recordOf)),
			written: () => {
				for (const [endMs] of over) this.#windows.delete(endMs)
			},
		}
	}

	#hasEntriesLeft(nowMs: number): boolean {
		const day = Math.floor(nowMs / dayMs)
		if (day !== this.#day) this.#entriesToday = 0
		this.#day = day
		return this.#entriesToday < this.#entriesPerDay
	}

	/** While nothing can be written, only the newest windows are kept. */
	#countedIn(endMs: number): Map<string, Counted> {
		const counted = this.#windows.get(endMs) ?? new Map<string, Counted>()
		this.#windows.set(endMs, counted)
		const [oldest] = this.#windows.keys()
		if (this.#windows.size > windowsMax && oldest !== undefined) this.#windows.delete(oldest)
		return counted
	}
}

function endOf(windowMs: number, nowMs: number): number {
	return (Math.floor(nowMs / windowMs) + 1) * windowMs
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
