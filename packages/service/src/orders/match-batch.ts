import { type Pair, TradeError } from '@accord/protocol'
import type { RawBuilder, Transaction } from 'kysely'
import { lockAccountsAndPair } from '../db/advisory-lock.ts'
import { writeOptimistically } from '../db/optimistic-write.ts'
import type { Tables } from '../db/tables.ts'
import { commitWith, type NextReader, together } from '../db/together.ts'
import { haveOpenedNoMore, type KnownIntents, openIntentsOf } from '../intents/open-intents-table.ts'
import type { Platform } from '../platform/platform.ts'
import type { Books } from '../prices/books.ts'
import { askWorkingBook, workingBook } from '../prices/working-book.ts'
import { type Batch, type Decision, decide, type MatchCandidate, newBatch } from './decide-match.ts'
import { insertOrders, type RequestedPart, selectRole } from './orders-table.ts'

// The guarantee: an order is written only if it matched liquidity that no one else has reserved and was checked against all
// open intents of its account. Locks keep both from changing between the read, or the comparison with an earlier read, and the
// write.

export type MatchBatchDeps = {
	readonly platform: Platform
	readonly prices: { readonly books: Books }
	/** Sends makers the parts requested from them. */
	readonly newOrders: NextReader<{ readonly makerIds: readonly string[]; readonly nowMs: number }>
}

type OfPair = { readonly pair: Pair; readonly candidates: readonly MatchCandidate[] }

/**
 * The decision about each candidate, in order, and the parts to announce to makers, which are already subtracted from
 * the book.
 */
type MatchedBatch = { readonly decisions: readonly Decision[]; readonly requested: readonly RequestedPart[] }

/** Matches orders of one pair, one after another, and writes those that match with their parts. */
export async function matchBatch(deps: MatchBatchDeps, { pair, candidates }: OfPair): Promise<MatchedBatch> {
	const accounts = candidates.flatMap(({ validated }) => validated.payers)
	const steps = {
		lock: (trx: Transaction<Tables>) => lockAccountsAndPair(trx, { accounts, pair }),
		decideByKnown: () => decideByKnown(deps, { pair, candidates }),
		decideByRead: (trx: Transaction<Tables>) => decideByRead(trx, deps, { pair, candidates }),
		write: (trx: Transaction<Tables>, decided: Decided) => write(trx, deps, decided),
	}
	const { decided, written } = await writeOptimistically(deps.platform.db.requests, steps)
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

/** What to write, and on what conditions. */
type Decided = {
	readonly decisions: readonly Decision[]
	readonly batch: Batch
	readonly onlyIf?: readonly RawBuilder<boolean>[]
}

/**
 * Matches orders with the book in memory, provided that neither the book nor their accounts have changed. Undefined
 * unless all of them match: only a run that has locked and read everything may refuse an order.
 */
function decideByKnown(deps: MatchBatchDeps, { pair, candidates }: OfPair): Decided | undefined {
	const known = candidates.flatMap(knownOf)
	if (new Set(known.map(({ account }) => account)).size < known.length) return undefined
	const isUnchanged = deps.prices.books.isUnchanged(pair)
	if (isUnchanged === undefined) return undefined
	const batch = newBatch({ nowMs: deps.platform.clock.nowMs(), book: workingBook(deps.prices, pair), open: [] })
	if (!candidates.every(candidate => decide(deps.platform, { batch, candidate }) === 'accepted')) return undefined
	return { decisions: candidates.map(() => 'accepted'), batch, onlyIf: [haveOpenedNoMore(known), isUnchanged] }
}

function knownOf({ validated: { payers }, checkedAgainst }: MatchCandidate): KnownIntents[] {
	const hashes = checkedAgainst.map(({ subintentHash }) => subintentHash)
	return payers.map(account => ({ account, hashes }))
}

async function decideByRead(
	trx: Transaction<Tables>,
	deps: MatchBatchDeps,
	{ pair, candidates }: OfPair,
): Promise<Decided> {
	if (!deps.prices.books.wasRead) await deps.prices.books.read(trx)
	const accounts = [...new Set(candidates.flatMap(({ validated }) => validated.payers))]
	const [open, book] = await together(trx, [openIntentsOf(accounts), askWorkingBook(deps.prices, pair)])
	const batch = newBatch({ nowMs: deps.platform.clock.nowMs(), book, open })
	return { decisions: candidates.map(candidate => decide(deps.platform, { batch, candidate })), batch }
}

/** Writes the batch and commits; returns the hashes of the orders written. */
async function write(
	trx: Transaction<Tables>,
	{ newOrders, prices: { books } }: MatchBatchDeps,
	{ batch, onlyIf = [] }: Decided,
): Promise<{ readonly hashes: ReadonlySet<string> }> {
	if (batch.orders.length === 0) return { hashes: new Set() }
	// Read after the write has taken the makers' locks, so it includes everything requested from them before.
	const makerIds = [...new Set(batch.parts.map(part => part.maker_id))]
	const next = newOrders.next({ makerIds, nowMs: batch.nowMs })
	const [{ hashes, reserved }, handOver] = await commitWith(trx, [insertOrders({ ...batch, onlyIf }), next])
	handOver?.()
	books.reservations.noteReserved(reserved)
	return { hashes }
}

/** If an order of the batch was not written, its hash was already taken by the same order or by a fill. */
async function finalDecision(
	{ platform: { db } }: MatchBatchDeps,
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
		// The others of the batch have been written, so their makers must be notified.
		return error instanceof TradeError ? error : new TradeError('database_unavailable', undefined, { cause: error })
	}
}
