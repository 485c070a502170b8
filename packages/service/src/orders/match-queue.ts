import { pairKey, TradeError } from '@accord/protocol'
import { Lanes } from '../queues/lanes.ts'
import type { Decision, MatchCandidate, MatchOutcome } from './decide-match.ts'
import { type MatchBatchDeps, matchBatch } from './match-batch.ts'

/**
 * Orders waiting to be matched. A pair's waiting orders are matched in one transaction, in order of arrival, so that
 * under load batches become larger instead of queues becoming longer.
 */
export class MatchQueue {
	readonly #deps: MatchBatchDeps
	readonly #lanes: Lanes<MatchCandidate, Decision>

	constructor(deps: MatchBatchDeps) {
		this.#deps = deps
		this.#lanes = new Lanes({ batchMax: 16, waitingMax: 256, run: candidates => this.#match(candidates) })
	}

	/** How many orders are waiting. */
	get depth(): number {
		return this.#lanes.depth
	}

	/**
	 * Matches an order and writes it with its parts, before the makers are notified.
	 * @throws TradeError `no_liquidity`, `exposure_limit`, `self_trade`, `too_many_open_orders`, `subintent_in_use`, `busy`, `database_unavailable`
	 */
	async match(candidate: MatchCandidate): Promise<MatchOutcome> {
		const decision = await this.#lanes.run(pairKey(candidate.validated.pair), candidate)
		if (decision instanceof TradeError) throw decision
		return decision
	}

	/** Matches candidates of one pair. */
	async #match(candidates: readonly MatchCandidate[]): Promise<readonly Decision[]> {
		const [first] = candidates
		if (first === undefined) return []
		const { pair } = first.validated
		const { decisions, requested } = await matchBatch(this.#deps, { pair, candidates })
		const { bus } = this.#deps.platform
		for (const part of requested) bus.publish('new_order', part)
		if (requested.length > 0) bus.publish('reservation', { pair, isKnown: true })
		return decisions
	}
}
