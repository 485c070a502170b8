import { type AuditRecord, type Clock, Decimal, type Pair, pairKey, TradeError } from '@accord/protocol'
import type { RawBuilder, Transaction } from 'kysely'
import { lockAccountsAndPair } from '../db/advisory-lock.ts'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import { writeOptimistically } from '../db/optimistic-write.ts'
import type { Tables } from '../db/tables.ts'
import { commitWith, type NextReader, together } from '../db/together.ts'
import { isStillCovered } from '../intents/account-funds.ts'
import { fillBeforeMs } from '../intents/deadlines.ts'
import type { CheckedIntent } from '../intents/open-intents-check.ts'
import {
	haveOpenedNoMore,
	type KnownIntents,
	type OpenIntentOfAccount,
	openIntentsOf,
} from '../intents/open-intents-table.ts'
import { requireMatch } from '../matching/match-order.ts'
import { formatMatch, type MatchRecord } from '../matching/match-record.ts'
import { type MatchRules, matchRequestOf } from '../matching/match-request.ts'
import type { Books } from '../prices/books.ts'
import {
	askWorkingBook,
	availableOf,
	reserve,
	uncappedOf,
	type WorkingBook,
	workingBook,
} from '../prices/working-book.ts'
import { requireOpenOrderLimits } from './open-order-limits.ts'
import {
	insertOrders,
	type OrderRow,
	orderRow,
	type PartRow,
	partRow,
	type RequestedPart,
	type SubmissionContext,
	selectRole,
} from './orders-table.ts'

// The guarantee: an order is written only if it matched liquidity that no one else has reserved and was checked against all
// open intents of its account. Locks keep both from changing between the read, or the comparison with what was read before, and
// the write.

export type MatchBatchDeps = MatchRules & {
	readonly db: Pick<DatabaseLanes, 'requests'>
	readonly clock: Clock
	readonly books: Books
	readonly limits: { readonly exposurePerMakerXrd: Decimal }
	/** Where makers are sent what they are asked. */
	readonly newOrders: NextReader<{ readonly makerIds: readonly string[]; readonly nowMs: number }>
}

/** The decision about each candidate, in their order, and the parts to announce to makers; the book is already less them. */
type MatchedBatch = { readonly decisions: readonly Decision[]; readonly requested: readonly RequestedPart[] }
export type Decision = MatchOutcome | TradeError

/** The state of the transaction: what it has read and decided so far. */
type Batch = {
	readonly nowMs: number
	readonly book: WorkingBook
	readonly open: OpenIntentOfAccount[]
	readonly orders: OrderRow[]
	readonly parts: PartRow[]
	readonly audit: AuditRecord[]
}

/** Matches orders of one pair, one after another, and writes those that match with their parts. */
export async function matchBatch(
	deps: MatchBatchDeps,
	{ pair, candidates }: { pair: Pair; candidates: readonly MatchCandidate[] },
): Promise<MatchedBatch> {
	const accounts = candidates.map(({ validated }) => validated.account)
	const steps = {
		lock: (trx: Transaction<Tables>) => lockAccountsAndPair(trx, { accounts, pair }),
		decideByKnown: () => decideByKnown(deps, { pair, candidates }),
		decideByRead: (trx: Transaction<Tables>) => decideByRead(trx, deps, { pair, candidates }),
		write: (trx: Transaction<Tables>, decided: Decided) => write(trx, deps, decided),
	}
	const { decided, written } = await writeOptimistically(deps.db.requests, steps)
	const { batch, decisions } = decided
	const { hashes } = written
	const ids = new Map(batch.orders.map(order => [order.subintent_hash, order.subintent_id]))
	return {
		decisions: await Promise.all(
			candidates.map((candidate, index) =>
				finalDecision(deps, { candidate, decision: decisions[index], written: hashes }),
			),
		),
		requested: batch.parts
			.filter(part => hashes.has(part.order_hash))
			.map(part => ({ makerId: part.maker_id, partId: part.part_id, order: ids.get(part.order_hash) ?? '' })),
	}
}

/** What to write, and on which conditions. */
type Decided = {
	readonly decisions: readonly Decision[]
	readonly batch: Batch
	readonly onlyIf?: readonly RawBuilder<boolean>[]
}

type OfPair = { readonly pair: Pair; readonly candidates: readonly MatchCandidate[] }

/**
 * Matches orders with the book as it is known here, as long as nothing else has changed of this book and of their accounts. Undefined
 * unless all of them match: what refuses one is for those to say who have locked and read what it depends on.
 */
function decideByKnown(deps: MatchBatchDeps, { pair, candidates }: OfPair): Decided | undefined {
	const known = candidates.map(knownOf)
	if (new Set(known.map(({ account }) => account)).size < candidates.length) return undefined
	const isUnchanged = deps.books.isUnchanged(pair)
	if (isUnchanged === undefined) return undefined
	const batch = newBatch(deps, { book: workingBook(deps, pair), open: [] })
	if (!candidates.every(candidate => decide(deps, { batch, candidate }) === 'accepted')) return undefined
	return { decisions: candidates.map(() => 'accepted'), batch, onlyIf: [haveOpenedNoMore(known), isUnchanged] }
}

function knownOf({ validated: { account }, checkedAgainst }: MatchCandidate): KnownIntents {
	return { account, hashes: checkedAgainst.map(({ subintentHash }) => subintentHash) }
}

async function decideByRead(
	trx: Transaction<Tables>,
	deps: MatchBatchDeps,
	{ pair, candidates }: OfPair,
): Promise<Decided> {
	if (!deps.books.wasRead) await deps.books.read(trx)
	const accounts = [...new Set(candidates.map(({ validated }) => validated.account))]
	const [open, book] = await together(trx, [openIntentsOf(accounts), askWorkingBook(deps, pair)])
	const batch = newBatch(deps, { book, open })
	return { decisions: candidates.map(candidate => decide(deps, { batch, candidate })), batch }
}

function newBatch({ clock }: MatchBatchDeps, { book, open }: Pick<Batch, 'book' | 'open'>): Batch {
	return { nowMs: clock.nowMs(), book, open, orders: [], parts: [], audit: [] }
}

/** Writes the batch, and commits; returns the hashes of the orders written. */
async function write(
	trx: Transaction<Tables>,
	{ newOrders, books }: MatchBatchDeps,
	{ batch, onlyIf = [] }: Decided,
): Promise<{ readonly hashes: ReadonlySet<string> }> {
	if (batch.orders.length === 0) return { hashes: new Set() }
	// Read after the write has taken the makers' locks: nothing was asked of them before that is not read.
	const makerIds = [...new Set(batch.parts.map(part => part.maker_id))]
	const next = newOrders.next({ makerIds, nowMs: batch.nowMs })
	const [{ hashes, reserved }, handOver] = await commitWith(trx, [insertOrders({ ...batch, onlyIf }), next])
	handOver?.()
	books.reservations.noteReserved(reserved)
	return { hashes }
}

function decide(deps: MatchBatchDeps, { batch, candidate }: { batch: Batch; candidate: MatchCandidate }): Decision {
	const { subintentHash, account, hasPrefix, withdrawn } = candidate.validated
	const open = batch.open.filter(intent => intent.account === account)
	try {
		if (isKnownOrder(open, subintentHash)) return 'known'
		requireOpenOrderLimits(candidate.openOrdersMax, { hasPrefix, open })
		if (!isStillCovered({ ...candidate, wanted: withdrawn, open })) return 'stale'
		accept(deps, { batch, candidate })
		return 'accepted'
	} catch (error) {
		if (error instanceof TradeError) return error
		throw error
	}
}

function accept(deps: MatchBatchDeps, { batch, candidate }: { batch: Batch; candidate: MatchCandidate }): void {
	const { validated } = candidate
	const beforeMs = fillBeforeMs({ nowMs: batch.nowMs, expiresAtS: validated.expiresAtS })
	// Validation took so long that no maker has time to fill: accepted without parts, the settlement stage ends it unfilled.
	const matched = beforeMs === undefined ? undefined : matchParts(deps, { batch, candidate, beforeMs })
	batch.orders.push(orderRow(candidate, { ...candidate, nowMs: batch.nowMs }))
	batch.parts.push(...(matched?.parts ?? []))
	batch.audit.push(acceptanceRecord(candidate, { nowMs: batch.nowMs, beforeMs, matched }))
	batch.open.push({
		subintentHash: validated.subintentHash,
		subintentId: validated.subintentId,
		account: validated.account,
		role: 'order',
		withdrawn: validated.withdrawn,
		hasPrefix: validated.hasPrefix,
	})
}

function matchParts(
	deps: MatchBatchDeps,
	{ batch, candidate, beforeMs }: { batch: Batch; candidate: MatchCandidate; beforeMs: number },
): Matched {
	const { validated, executionUnits, ownMakers } = candidate
	const { side } = validated
	const available = availableOf(batch.book, side)
	const { parts, request } = requireMatch(
		{ available, uncapped: () => uncappedOf(batch.book, side), ownMakers },
		offered => matchRequestOf(deps, { validated, executionUnits, ...offered }),
	)
	reserve(batch.book, { side, parts })
	const rows = parts.map(part => partRow(validated, part, { nowMs: batch.nowMs, fillBeforeMs: beforeMs }))
	return { parts: rows, match: formatMatch(request, parts) }
}

type Matched = { readonly parts: readonly PartRow[]; readonly match: MatchRecord }

/** What the audit log says of an order that was accepted, and of whom it was asked. */
function acceptanceRecord(
	{ validated, level, ownMakers }: MatchCandidate,
	{ nowMs, beforeMs, matched }: { nowMs: number; beforeMs: number | undefined; matched: Matched | undefined },
): AuditRecord {
	const { account, fee, pair, subintentHash, expiresAtS } = validated
	return {
		atMs: nowMs,
		act: 'order_accepted',
		actor: account,
		subject: subintentHash,
		detail: {
			pair: pairKey(pair),
			level,
			platform_fee: Decimal.format(fee.platformAmount),
			settlement_fee: Decimal.format(fee.settlementAmount),
			expires_at_s: expiresAtS,
			...(ownMakers.length === 0 ? {} : { own_makers: ownMakers }),
			...askedDetail({ beforeMs, matched }),
		},
	}
}

function askedDetail({ beforeMs, matched }: { beforeMs: number | undefined; matched: Matched | undefined }) {
	if (matched === undefined) return {}
	return { fill_before_ms: beforeMs, part_ids: matched.parts.map(part => part.part_id), match: matched.match }
}

/** If an order of the batch was not written, its hash was taken, by the same order or by a fill. */
async function finalDecision(
	{ db }: MatchBatchDeps,
	{
		candidate,
		decision = 'stale',
		written,
	}: { candidate: MatchCandidate; decision: Decision | undefined; written: ReadonlySet<string> },
): Promise<Decision> {
	const { subintentHash } = candidate.validated
	if ((decision !== 'accepted' && decision !== 'known') || written.has(subintentHash)) return decision
	try {
		return (await selectRole(db.requests, subintentHash)) === 'order' ? 'known' : new TradeError('subintent_in_use')
	} catch (error) {
		// The others of the batch have been written: their makers must hear of them.
		return error instanceof TradeError ? error : new TradeError('database_unavailable', undefined, { cause: error })
	}
}

/** An order that has passed every check but the last: whether it matches now. */
export type MatchCandidate = CheckedIntent &
	Pick<SubmissionContext, 'level' | 'ownMakers'> & {
		/** How many orders its account may have open. */
		readonly openOrdersMax: number
	}

/**
 * `known`: the same order was accepted before. `stale`: its account has opened something since the check that it must be
 * checked against first.
 */
export type MatchOutcome = 'accepted' | 'known' | 'stale'

/**
 * Whether the order with this hash is among its account's open intents.
 * @throws TradeError `subintent_in_use` if it is there as a fill
 */
export function isKnownOrder(open: readonly OpenIntentOfAccount[], subintentHash: string): boolean {
	const known = open.find(intent => intent.subintentHash === subintentHash)
	if (known?.role === 'fill') throw new TradeError('subintent_in_use')
	return known !== undefined
}
