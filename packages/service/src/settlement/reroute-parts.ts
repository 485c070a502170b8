import { type AuditRecord, type Pair, pairKey } from '@accord/protocol'
import type { Transaction } from 'kysely'
import { lockAccountsAndPairs, lockMakers } from '../db/advisory-lock.ts'
import type { Tables } from '../db/tables.ts'
import { inTransaction } from '../db/transaction.ts'
import { fillBeforeMs } from '../intents/deadlines.ts'
import { allocateOrder } from '../matching/allocate-order.ts'
import { formatMatch } from '../matching/match-record.ts'
import { type MatchRequest, type MatchRules, matchRequestOf, surplusMinOf } from '../matching/match-request.ts'
import { publicRecord } from '../matching/public-record.ts'
import { type PartRow, partRow } from '../orders/orders-table.ts'
import type { Platform } from '../platform/platform.ts'
import type { Books } from '../prices/books.ts'
import type { WorkingBooks } from '../prices/working-books.ts'
import { endUnpublished } from './end-order.ts'
import { lockOrders } from './end-order-table.ts'
import {
	insertRerouted,
	type RecordLine,
	type Remainder,
	selectAwaitingRerouting,
	selectRemainders,
} from './reroute-table.ts'
import { updateIrreplaceable } from './vetoes-table.ts'

// The guarantee: an unfilled part of an order is requested from other makers, for exactly the same amounts and with
// liquidity that no one else has reserved; the order's other parts and fills are not affected. If no one can fill it in
// time, or its pair is no longer traded, the order ends or, if already published, stays in its bundle.

type ReroutePartsDeps = { readonly platform: Platform; readonly books: Books }

type OfPair = { readonly pair: Pair; readonly orderHashes: readonly string[] }

const ordersPerRun = 64

/** Re-routes rejected and timed-out parts to the remaining liquidity (decision 10). */
export async function rerouteParts(deps: ReroutePartsDeps): Promise<'again' | 'done'> {
	const due = await selectAwaitingRerouting(deps.platform.db.looks, { limit: ordersPerRun })
	for (const ofPair of Map.groupBy(due, ({ pair }) => pairKey(pair)).values()) {
		const [first] = ofPair
		if (first !== undefined) await reroute(deps, { pair: first.pair, orderHashes: ofPair.map(each => each.orderHash) })
	}
	return due.length === ordersPerRun ? 'again' : 'done'
}

async function reroute(deps: ReroutePartsDeps, { pair, orderHashes }: OfPair): Promise<void> {
	const { platform, books } = deps
	const { bus, clock, db } = platform
	const { parts, ids } = books.has(pair)
		? await inTransaction(db.own, trx => rerouteLocked(trx, deps, { pair, orderHashes }))
		: nothing
	for (const { maker_id: makerId, part_id: partId, order_hash } of parts)
		bus.publish('new_order', { makerId, partId, order: ids.get(order_hash) ?? '' })
	if (parts.length > 0) {
		bus.publish('reservation', { pair })
		bus.publish('order', { orderHashes })
	}
	const rerouted = new Set(parts.map(part => part.order_hash))
	const left = orderHashes.filter(orderHash => !rerouted.has(orderHash))
	const stillDue: Parameters<typeof endUnpublished>[1]['stillDue'] = async trx => {
		const due = await selectAwaitingRerouting(trx, { limit: left.length, among: left })
		return due.map(({ orderHash }) => orderHash)
	}
	if (left.length > 0)
		await inTransaction(db.own, async trx => {
			await lockOrders(trx, left)
			await updateIrreplaceable(trx, left)
		})
	await endUnpublished(platform, {
		database: db.own,
		orderHashes: left,
		state: 'unfilled',
		nowMs: clock.nowMs(),
		stillDue,
	})
}

/** The new parts, and the subintent ids of their orders by hash. */
type Rerouted = { readonly parts: readonly PartRow[]; readonly ids: ReadonlyMap<string, string> }

const nothing: Rerouted = { parts: [], ids: new Map() }

async function rerouteLocked(
	trx: Transaction<Tables>,
	deps: ReroutePartsDeps,
	{ pair, orderHashes }: OfPair,
): Promise<Rerouted> {
	await lockAccountsAndPairs(trx, { accounts: [], pairs: [pair] })
	await lockOrders(trx, orderHashes)
	const remainders = await selectRemainders(trx, { orderHashes, pair })
	await deps.books.read(trx)
	const books = deps.books.allWorking()
	const nowMs = deps.platform.clock.nowMs()
	const rerouted = remainders.flatMap(remainder => rerouteOne(deps, { pair, books, remainder, nowMs }) ?? [])
	const parts = rerouted.flatMap(each => each.parts)
	const audit = rerouted.map(each => each.record)
	const lines = rerouted.map(each => each.line)
	await lockMakers(
		trx,
		parts.map(part => part.maker_id),
	)
	if (parts.length > 0) await insertRerouted(trx, { parts, lines, audit })
	return { parts, ids: new Map(remainders.map(({ orderHash, subintentId }) => [orderHash, subintentId])) }
}

/** The parts to request from other makers instead; undefined if no one can fill them in time. */
function rerouteOne(
	deps: ReroutePartsDeps,
	{ pair, books, remainder, nowMs }: { pair: Pair; books: WorkingBooks; remainder: Remainder; nowMs: number },
): { parts: PartRow[]; line: RecordLine; record: AuditRecord } | undefined {
	const { orderHash, subintentId, side, failedMakers, recordLength } = remainder
	const beforeMs = fillBeforeMs({ nowMs, expiresAtS: remainder.expiresAtS })
	if (beforeMs === undefined) return undefined
	const available = books.available({ pair, side }).filter(({ makerId }) => !failedMakers.includes(makerId))
	const request = requestOf(deps.platform, { pair, remainder, available })
	const parts = allocateOrder(request)
	if (parts === undefined) return undefined
	// An inner leg has no share of the user's limit.
	const matched = remainder.ofQuote === undefined ? parts.map(({ limitQuote: _, ...part }) => part) : parts
	for (const part of matched) books.reserve({ pair, side }, part)
	const order = { subintentHash: orderHash, pair, side }
	const rows = matched.map(part => partRow(order, part, { nowMs, fillBeforeMs: beforeMs }))
	const match = formatMatch(request, matched)
	const line = publicRecord(match, { order: subintentId, atMs: nowMs, length: recordLength })
	const detail = {
		failed_makers: failedMakers,
		fill_before_ms: beforeMs,
		part_ids: rows.map(part => part.part_id),
		match,
	}
	return {
		parts: rows,
		line: { order_hash: orderHash, line },
		record: { atMs: nowMs, act: 'order_rerouted', actor: 'service', subject: orderHash, detail },
	}
}

/** The remainder as an order of its own; both amounts of an inner leg of a route are exact. */
function requestOf(
	rules: MatchRules,
	{ pair, remainder, available }: { pair: Pair; remainder: Remainder; available: MatchRequest['available'] },
): MatchRequest {
	const { side, limitOrder, ofQuote } = remainder
	const { surplusMin: _, ...request } = matchRequestOf(rules, {
		...remainder,
		validated: { pair, side, limitOrder },
		available,
	})
	if (ofQuote === undefined) return request
	const surplusMin = surplusMinOf(rules, ofQuote)
	return ofQuote === pair.quote ? { ...request, surplusMin } : { ...request, surplusMin, exact: 'quote' }
}
