import { type Clock, type Decimal, type Pair, TradeError } from '@accord/protocol'
import type { Transaction } from 'kysely'
import { lockAccountsAndPair } from '../db/advisory-lock.ts'
import type { Tables } from '../db/tables.ts'
import type { LiveBooks } from '../prices/live-books.ts'
import { availableOf, type LockedBook, offeredOf, readLockedBook, reserve } from '../prices/locked-book.ts'
import type { MakerOffer } from '../prices/maker-offer.ts'
import { isJudgedBeside } from './account-funds.ts'
import { allocate } from './allocate.ts'
import { isKnownOrder, type MatchCandidate, type MatchOutcome } from './match-candidate.ts'
import { matchOrder } from './match-order.ts'
import { type AskedPart, orderRow, partRow } from './match-rows.ts'
import { type MatchRules, matchRequestOf } from './match-rules.ts'
import { matchRefusal } from './no-liquidity.ts'
import { type OpenIntentOfAccount, selectOpenIntents } from './open-intents-table.ts'
import { requireOpenOrderLimits } from './open-order-limits.ts'
import { insertOrders, type OrderRow, type PartRow, selectRole } from './orders-table.ts'
import { fillBeforeMs } from './windows.ts'

// The guarantee: what is written here was matched with liquidity that nobody else has reserved, for an account whose
// other open orders it was judged against. Both are held still by locks from the reading to the writing.

export type MatchBatchDeps = MatchRules & {
	readonly clock: Clock
	readonly liveBooks: LiveBooks
	readonly limits: { readonly openOrdersPerAccount: number; readonly exposurePerMakerXrd: Decimal }
}

/** What came of each candidate, in their order: an outcome, or the refusal to answer with; and whom to tell. */
export type MatchedBatch = { readonly decisions: readonly Decision[]; readonly asked: readonly AskedPart[] }
export type Decision = MatchOutcome | TradeError

/** What the transaction has read and decided so far. */
type Batch = {
	readonly nowMs: number
	readonly book: LockedBook
	readonly open: OpenIntentOfAccount[]
	readonly orders: OrderRow[]
	readonly parts: PartRow[]
}

/** Matches orders of one pair, one after the other, and writes those that match with their parts. */
export async function matchBatch(
	trx: Transaction<Tables>,
	deps: MatchBatchDeps,
	{ pair, candidates }: { pair: Pair; candidates: readonly MatchCandidate[] },
): Promise<MatchedBatch> {
	const accounts = [...new Set(candidates.map(({ judged }) => judged.account))].sort()
	await lockAccountsAndPair(trx, { accounts, pair })
	const batch = await readBatch(trx, deps, { pair, accounts })
	const decisions = candidates.map(candidate => decide(deps, { batch, candidate }))
	if (batch.orders.length === 0) return { decisions, asked: [] }
	const written = await insertOrders(trx, batch)
	return {
		decisions: await Promise.all(
			candidates.map((candidate, place) => finalDecision(trx, { candidate, decision: decisions[place], written })),
		),
		asked: batch.parts
			.filter(part => written.has(part.order_hash))
			.map(part => ({ makerId: part.maker_id, partId: part.part_id })),
	}
}

async function readBatch(
	trx: Transaction<Tables>,
	deps: MatchBatchDeps,
	{ pair, accounts }: { pair: Pair; accounts: readonly string[] },
): Promise<Batch> {
	const open = await selectOpenIntents(trx, accounts)
	const book = await readLockedBook(trx, deps, pair)
	return { nowMs: deps.clock.nowMs(), book, open, orders: [], parts: [] }
}

function decide(deps: MatchBatchDeps, { batch, candidate }: { batch: Batch; candidate: MatchCandidate }): Decision {
	const { subintentHash, account, hasPrefix, withdrawn } = candidate.judged
	const open = batch.open.filter(intent => intent.account === account)
	try {
		if (isKnownOrder(open, subintentHash)) return 'known'
		requireOpenOrderLimits(deps.limits, { hasPrefix, open })
		if (!isJudgedBeside(deps.market, { ...candidate, wanted: withdrawn, open })) return 'stale'
		accept(deps, { batch, candidate })
		return 'accepted'
	} catch (error) {
		if (error instanceof TradeError) return error
		throw error
	}
}

function accept(deps: MatchBatchDeps, { batch, candidate }: { batch: Batch; candidate: MatchCandidate }): void {
	const { judged, level } = candidate
	const beforeMs = fillBeforeMs({ nowMs: batch.nowMs, expiresAtS: judged.expiresAtS })
	// Judged for too long to ask anybody: it is accepted without parts, and the settlement stage ends it unfilled.
	const parts = beforeMs === undefined ? [] : matchedParts(deps, { batch, candidate, beforeMs })
	batch.orders.push(orderRow(candidate, { level, nowMs: batch.nowMs }))
	batch.parts.push(...parts)
	batch.open.push({
		subintentHash: judged.subintentHash,
		subintentId: judged.subintentId,
		account: judged.account,
		role: 'order',
		withdrawn: judged.withdrawn,
		hasPrefix: judged.hasPrefix,
	})
}

function matchedParts(
	deps: MatchBatchDeps,
	{ batch, candidate, beforeMs }: { batch: Batch; candidate: MatchCandidate; beforeMs: number },
): PartRow[] {
	const { judged, executionUnits } = candidate
	const { side } = judged
	const requestOf = (available: readonly MakerOffer[]) => matchRequestOf(deps, { judged, executionUnits, available })
	const match = matchOrder(requestOf(availableOf(batch.book, side)))
	if (match.kind === 'no_liquidity') {
		const offeredMatches = () => allocate(requestOf(offeredOf(batch.book, side))) !== undefined
		throw matchRefusal(match.largest, { offeredMatches })
	}
	reserve(batch.book, { side, parts: match.parts })
	return match.parts.map(part => partRow(judged, part, { nowMs: batch.nowMs, fillBeforeMs: beforeMs }))
}

/** An order of the batch that was not written had its hash taken, by the same order or by a fill. */
async function finalDecision(
	trx: Transaction<Tables>,
	{
		candidate,
		decision = 'stale',
		written,
	}: { candidate: MatchCandidate; decision: Decision | undefined; written: ReadonlySet<string> },
): Promise<Decision> {
	const { subintentHash } = candidate.judged
	if ((decision !== 'accepted' && decision !== 'known') || written.has(subintentHash)) return decision
	return (await selectRole(trx, subintentHash)) === 'order' ? 'known' : new TradeError('subintent_in_use')
}
