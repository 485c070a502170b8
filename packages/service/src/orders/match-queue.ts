import { type Pair, pairKey, TradeError } from '@accord/protocol'
import type { Kysely } from 'kysely'
import type { Bus } from '../bus/bus.ts'
import type { Tables } from '../db/tables.ts'
import { inTransaction } from '../db/transaction.ts'
import {
	type Decision,
	type MatchBatchDeps,
	type MatchCandidate,
	type MatchOutcome,
	matchBatch,
} from './match-batch.ts'

const batchMax = 16
const waitingMax = 256

type Waiting = {
	readonly candidate: MatchCandidate
	readonly resolve: (outcome: MatchOutcome) => void
	readonly reject: (error: unknown) => void
}

/**
 * Orders waiting to be matched. A pair's waiting orders are matched in one transaction, in order of arrival, so that load
 * makes batches larger, not queues longer.
 */
export class MatchQueue {
	readonly #deps: MatchBatchDeps & { readonly db: Kysely<Tables>; readonly bus: Bus }
	readonly #waiting = new Map<string, Waiting[]>()

	constructor(deps: MatchBatchDeps & { db: Kysely<Tables>; bus: Bus }) {
		this.#deps = deps
	}

	/** How many orders are waiting. */
	get depth(): number {
		let depth = 0
		for (const waiting of this.#waiting.values()) depth += waiting.length
		return depth
	}

	/**
	 * Matches an order and writes it with its parts, before the makers are notified.
	 * @throws TradeError `no_liquidity`, `exposure_limit`, `self_trade`, `too_many_open_orders`, `subintent_in_use`, `busy`, `database_unavailable`
	 */
	match(candidate: MatchCandidate): Promise<MatchOutcome> {
		const { pair } = candidate.validated
		const key = pairKey(pair)
		const waiting = this.#waiting.get(key) ?? []
		if (waiting.length >= waitingMax) throw new TradeError('busy', undefined, { extra: { retry_after_s: 1 } })
		return new Promise((resolve, reject) => {
			waiting.push({ candidate, resolve, reject })
			if (this.#waiting.has(key)) return
			this.#waiting.set(key, waiting)
			void this.#matchAll(pair, waiting)
		})
	}

	async #matchAll(pair: Pair, waiting: Waiting[]): Promise<void> {
		while (waiting.length > 0) await this.#matchNext(pair, waiting.splice(0, batchMax))
		this.#waiting.delete(pairKey(pair))
	}

	async #matchNext(pair: Pair, batch: readonly Waiting[]): Promise<void> {
		const candidates = batch.map(({ candidate }) => candidate)
		try {
			const { decisions, requested } = await inTransaction(this.#deps.db, trx =>
				matchBatch(trx, this.#deps, { pair, candidates }),
			)
			for (const part of requested) this.#deps.bus.publish('new_order', part)
			if (requested.length > 0) this.#deps.bus.publish('reservation', { pair })
			for (const [index, waiting] of batch.entries()) answer(waiting, decisions[index])
		} catch (error) {
			for (const { reject } of batch) reject(error)
		}
	}
}

function answer({ resolve, reject }: Waiting, decision: Decision | undefined): void {
	if (decision instanceof TradeError) reject(decision)
	else if (decision === undefined) reject(new Error('an order of the batch has no decision'))
	else resolve(decision)
}
