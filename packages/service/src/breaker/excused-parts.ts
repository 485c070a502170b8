import type { Clock } from '@accord/protocol'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import { updateExcused } from './breaker-table.ts'

// The guarantee: if a fill met a failure of this node, its part stops counting as its maker's miss within a second of
// the database being writable again, whichever node timed it out.

const keptMs = 10_000
/** As long as the database may be unreachable. */
const unwrittenKeptMs = 60_000
const keptMax = 10_000
const nearMs = 5_000
const troublesMax = 64

type Failure = { readonly atMs: number; state: 'judged' | 'excused' | 'written' }

/**
 * Parts whose fill arrived but could not be accepted while the service was in trouble: their time-outs do not count
 * against the maker. A failure that affected only fills excuses nothing, since makers can cause it, for each other too. Parts are judged for 10 s, longer than any stays open, and excused
 * ones kept until that is written, for a minute at most; beyond 10,000 none are added.
 */
export class ExcusedParts {
	readonly #clock: Pick<Clock, 'nowMs'>
	readonly #failed = new Map<string, Failure>()
	/** Seconds in which the service was in trouble, oldest first. */
	readonly #troubles = new Set<number>()

	constructor({ clock }: { clock: Pick<Clock, 'nowMs'> }) {
		this.#clock = clock
	}

	/** Records that the service could not accept a fill of a part. */
	add(partId: string): void {
		if (this.#failed.size >= keptMax) return
		const { state = 'judged' } = this.#failed.get(partId) ?? {}
		this.#failed.set(partId, { atMs: this.#clock.nowMs(), state })
	}

	/** Records a failure that no client can cause: a loop's run failed, or the ledger's state could not be read. */
	noteTrouble(): void {
		const second = Math.floor(this.#clock.nowMs() / 1000)
		this.#troubles.delete(second)
		this.#troubles.add(second)
		const [oldest] = this.#troubles
		if (oldest !== undefined && this.#troubles.size > troublesMax) this.#troubles.delete(oldest)
	}

	/** Parts not yet written whose failure was within 5 s of trouble in the service. */
	ids(): string[] {
		const nowMs = this.#clock.nowMs()
		for (const [partId, { atMs, state }] of this.#failed) {
			if (atMs < nowMs - (state === 'excused' ? unwrittenKeptMs : keptMs)) this.#failed.delete(partId)
		}
		for (const failure of this.#failed.values())
			if (failure.state === 'judged' && failure.atMs >= nowMs - keptMs && this.#wasInTrouble(failure))
				failure.state = 'excused'
		return [...this.#failed].flatMap(([partId, { state }]) => (state === 'excused' ? [partId] : []))
	}

	/** The database knows how these parts ended. */
	written(partIds: readonly string[]): void {
		for (const partId of partIds) {
			const failure = this.#failed.get(partId)
			if (failure !== undefined) failure.state = 'written'
		}
	}

	#wasInTrouble({ atMs }: Failure): boolean {
		return [...this.#troubles].some(second => Math.abs(second * 1000 - atMs) <= nearMs)
	}
}

export type ExcusePartsDeps = {
	readonly db: Pick<DatabaseLanes, 'own'>
	readonly clock: Pick<Clock, 'nowMs'>
	readonly excusedParts: Pick<ExcusedParts, 'ids' | 'written'>
}

/** Takes back misses that other nodes have counted. */
export async function excuseParts({ db, clock, excusedParts }: ExcusePartsDeps): Promise<'done'> {
	const partIds = excusedParts.ids()
	if (partIds.length > 0) excusedParts.written(await updateExcused(db.own, { partIds, nowMs: clock.nowMs() }))
	return 'done'
}
