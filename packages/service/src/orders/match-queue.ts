import { type Pair, pairKey, TradeError } from '@accord/protocol'
import type { Transaction } from 'kysely'
import { lockAccountsAndPairs } from '../db/advisory-lock.ts'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import type { Tables } from '../db/tables.ts'
import { commitWith, type NextReader, together } from '../db/together.ts'
import { inOneTransaction, inTransaction } from '../db/transaction.ts'
import { openIntentsOf } from '../intents/open-intents-table.ts'
import { keysOf } from '../intents/prefix-uses.ts'
import { usesOf } from '../intents/prefix-uses-table.ts'
import type { Platform } from '../platform/platform.ts'
import type { Books } from '../prices/books.ts'
import { Lanes } from '../queues/lanes.ts'
import { type Batch, type Decision, decide, type MatchCandidate, type MatchOutcome, newBatch } from './decide-match.ts'
import { insertOrders, selectRole } from './orders-table.ts'

// The guarantee: an order is written only if it matched liquidity that no one else has reserved and was checked against all
// open intents of its account. Locks keep both from changing between the read and the write.

export type MatchQueueDeps = {
	readonly platform: Platform
	readonly prices: { readonly books: Books }
	/** Sends makers the parts requested from them. */
	readonly newOrders: NextReader<{ readonly makerIds: readonly string[]; readonly nowMs: number }>
}

/**
 * Orders waiting to be matched. Those of all pairs are matched in one transaction, in order of arrival, so that under
 * load batches become larger instead of queues becoming longer. If it must wait too long for a lock, the pairs are
 * matched on their own.
 */
export class MatchQueue {
	readonly #deps: MatchQueueDeps
	readonly #lanes: Lanes<MatchCandidate, Decision>

	constructor(deps: MatchQueueDeps) {
		this.#deps = deps
		const run = (candidates: readonly MatchCandidate[], lanes: number) => this.#matchAll(candidates, lanes)
		this.#lanes = new Lanes({ batchMax: 16, waitingMax: 256, run })
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

	/** Matches candidates, one after another, and writes those that match with their parts. */
	async #matchAll(candidates: readonly MatchCandidate[], lanes: number): Promise<readonly Decision[]> {
		const { db, bus, market } = this.#deps.platform
		const pairs = candidates.flatMap(({ validated }) => market.booksOf(validated.pair))
		// What an order uses is locked like the accounts that it takes funds from.
		const accounts = candidates.flatMap(({ validated, uses }) => [...validated.payers, ...keysOf(uses)])
		const transact = lanes > 1 ? inOneTransaction : inTransaction
		const { batch, decided, written } = await transact(db.requests, async trx => {
			await lockAccountsAndPairs(trx, { accounts, pairs })
			const batch = await this.#read(trx, candidates)
			const decided = candidates.map(candidate => {
				return { candidate, decision: decide(this.#deps.platform, { batch, candidate }) }
			})
			return { batch, decided, written: await this.#write(trx, batch) }
		})
		const final = await Promise.all(decided.map(each => finalDecision(db, { ...each, written })))
		// The parts are already subtracted from the book.
		const ids = new Map(batch.orders.map(order => [order.subintent_hash, order.subintent_id]))
		const requested = batch.parts.filter(part => written.has(part.order_hash))
		for (const { maker_id: makerId, part_id: partId, order_hash: hash } of requested)
			bus.publish('new_order', { makerId, partId, order: ids.get(hash) ?? '' })
		for (const pair of reservedPairs(requested)) bus.publish('reservation', { pair, isKnown: true })
		return final
	}

	/** Reads everything that the decisions depend on, while holding its locks. */
	async #read(trx: Transaction<Tables>, candidates: readonly MatchCandidate[]): Promise<Batch> {
		const { platform, prices } = this.#deps
		if (!prices.books.wasRead) await prices.books.read(trx)
		const accounts = [...new Set(candidates.flatMap(({ validated }) => validated.payers))]
		const keys = candidates.flatMap(({ uses }) => keysOf(uses))
		const [open, books, states = new Map()] = await together(trx, [
			openIntentsOf(accounts),
			prices.books.askWorking(),
			keys.length > 0 ? usesOf(keys) : undefined,
		])
		return newBatch({ nowMs: platform.clock.nowMs(), books, open, states })
	}

	/** Writes the batch and commits; returns the hashes of the orders written. */
	async #write(trx: Transaction<Tables>, batch: Batch): Promise<ReadonlySet<string>> {
		const { newOrders, prices } = this.#deps
		if (batch.orders.length === 0) return new Set()
		// Read after the write has taken the makers' locks, so it includes everything requested from them before.
		const makerIds = [...new Set(batch.parts.map(part => part.maker_id))]
		const next = newOrders.next({ makerIds, nowMs: batch.nowMs })
		const [{ hashes, reserved }, handOver] = await commitWith(trx, [insertOrders(batch), next])
		handOver?.()
		prices.books.reservations.noteReserved(reserved)
		return hashes
	}
}

/** The pairs in whose books these parts are reserved, each once. */
function reservedPairs(parts: readonly Pair[]): readonly Pair[] {
	return [...new Map(parts.map(({ base, quote }) => [pairKey({ base, quote }), { base, quote }])).values()]
}

/** If an order of the batch was not written, its hash was already taken by the same order or by a fill. */
async function finalDecision(
	db: DatabaseLanes,
	{ candidate, decision, written }: { candidate: MatchCandidate; decision: Decision; written: ReadonlySet<string> },
): Promise<Decision> {
	const { subintentHash } = candidate.validated
	if ((decision !== 'accepted' && decision !== 'known') || written.has(subintentHash)) return decision
	try {
		return (await selectRole(db.requests, subintentHash)) === 'order' ? 'known' : new TradeError('subintent_in_use')
	} catch (error) {
		// The others of the batch have been written, so their makers must be notified.
		return error instanceof TradeError ? error : new TradeError('database_unavailable', undefined, { cause: error })
	}
}
