import type { Clock, ReadinessCheckWire } from '@accord/protocol'
import { sql } from 'kysely'
import type { Database } from './db/tables.ts'

type ReadinessDeps = {
	readonly db: Database
	readonly clock: Clock
	/** Rejects while the ledger cannot be reached. */
	readonly ledgerState: () => Promise<unknown>
	readonly loops: { faults(): readonly string[] }
}

type Check = ReadinessCheckWire

const patienceMs = 2_000
const keptMs = 1_000

/** Whether the service has what it needs. Looked at once a second at most, however many ask. */
export class Readiness {
	readonly #deps: ReadinessDeps
	#last: { readonly atMs: number; readonly checks: Promise<readonly Check[]> } | undefined

	constructor(deps: ReadinessDeps) {
		this.#deps = deps
	}

	/** What it needs, each with what is wrong with it, if anything. */
	checks(): Promise<readonly Check[]> {
		const nowMs = this.#deps.clock.nowMs()
		if (this.#last !== undefined && nowMs - this.#last.atMs < keptMs) return this.#last.checks
		this.#last = { atMs: nowMs, checks: this.#look() }
		return this.#last.checks
	}

	#look(): Promise<readonly Check[]> {
		const { db, ledgerState, loops } = this.#deps
		const faults = loops.faults()
		return Promise.all([
			answers('database', sql`select 1`.execute(db)),
			answers('ledger', ledgerState()),
			// It is this process's own, and as alive as that.
			{ name: 'bus', ok: true } as const,
			{
				name: 'loops',
				ok: faults.length === 0,
				...(faults.length === 0 ? {} : { detail: faults.join('; ') }),
			} as const,
		])
	}
}

async function answers(name: Check['name'], question: Promise<unknown>): Promise<Check> {
	const { promise: late, resolve } = Promise.withResolvers<string>()
	const timer = setTimeout(resolve, patienceMs, `no answer within ${patienceMs / 1000} s`)
	const fault = await Promise.race([question.then(none, () => 'it cannot be reached'), late])
	clearTimeout(timer)
	return fault === undefined ? { name, ok: true } : { name, ok: false, detail: fault }
}

const none = (): undefined => undefined
