import { type AuditRecord, Decimal, deliveryCostXrd, pairKey, TradeError } from '@accord/protocol'
import { shareDue } from '../integrators/named-integrator.ts'
import { withCost } from '../intents/accepted-intent.ts'
import { isStillCovered } from '../intents/account-funds.ts'
import { fillBeforeMs } from '../intents/deadlines.ts'
import type { CheckedIntent } from '../intents/intents.ts'
import {
	type OpenIntentOfAccount,
	openIntentsOfPayers,
	type PayerRow,
	payerRows,
} from '../intents/open-intents-table.ts'
import { keysOf, type PrefixUse, type PrefixUses, requireUnused } from '../intents/prefix-uses.ts'
import type { UseRow } from '../intents/prefix-uses-table.ts'
import { offeredTo, requireMatch } from '../matching/match-order.ts'
import { formatMatch, type MatchRecord } from '../matching/match-record.ts'
import { type MatchRules, matchRequestOf } from '../matching/match-request.ts'
import { publicRecord } from '../matching/public-record.ts'
import type { WorkingBooks } from '../prices/working-books.ts'
import { requireOpenOrderLimits } from './order-gate.ts'
import { type OrderRow, orderRow, type PartRow, partRow, type SubmissionContext } from './orders-table.ts'

// The guarantee: orders are decided one after another from one state. Orders accepted earlier count: their parts are no
// longer in the book, and they are among their accounts' open intents. Nothing is read or written here.

/** An order that has passed every check except the last one, which is whether it matches now. */
export type MatchCandidate = CheckedIntent &
	Pick<SubmissionContext, 'level' | 'ownMakers' | 'integrator'> & {
		/** How many orders its account may have open. */
		readonly openOrdersMax: number
		/** The trace context of the request that submitted it; absent unless it is traced. */
		readonly traceContext?: string | undefined
		/** What it uses that only one open order may use. */
		readonly uses: PrefixUses
	}

/**
 * `known`: the same order was accepted before. `stale`: since the check, its account has opened something against which
 * the order must be checked first.
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

export type Decision = MatchOutcome | TradeError

/** The state on which decisions about orders are based, and the decisions so far. */
export type Batch = {
	readonly nowMs: number
	readonly books: WorkingBooks
	readonly open: OpenIntentOfAccount[]
	readonly orders: OrderRow[]
	readonly parts: PartRow[]
	readonly audit: AuditRecord[]
	readonly payers: PayerRow[]
	/** The states of the keys that these orders use. */
	readonly states: Map<string, PrefixUse>
	readonly uses: UseRow[]
}

type KnownState = Pick<Batch, 'nowMs' | 'books' | 'open'> & { readonly states: ReadonlyMap<string, PrefixUse> }

export function newBatch({ nowMs, books, open, states }: KnownState): Batch {
	return {
		nowMs,
		books,
		open: [...open],
		orders: [],
		parts: [],
		audit: [],
		states: new Map(states),
		uses: [],
		payers: [],
	}
}

/** Decides one order, and adds it to the batch if it is accepted. */
export function decide(deps: MatchRules, { batch, candidate }: { batch: Batch; candidate: MatchCandidate }): Decision {
	const { subintentHash, payers, hasPrefix, withdrawn } = candidate.validated
	const open = openIntentsOfPayers(batch.open, payers)
	try {
		if (isKnownOrder(open, subintentHash)) return 'known'
		requireOpenOrderLimits(candidate.openOrdersMax, { payers, hasPrefix, open })
		requireUnused(candidate.uses, batch)
		if (!isStillCovered({ ...candidate, wanted: withdrawn, open })) return 'stale'
		accept(deps, { batch, candidate })
		return 'accepted'
	} catch (error) {
		if (error instanceof TradeError) return error
		throw error
	}
}

function accept(deps: MatchRules, { batch, candidate }: { batch: Batch; candidate: MatchCandidate }): void {
	const { validated } = candidate
	const beforeMs = fillBeforeMs({ nowMs: batch.nowMs, expiresAtS: validated.expiresAtS })
	// Validation took so long that no maker has time left to fill: the order is accepted without parts, and the settlement
	// stage ends it unfilled.
	const matched = beforeMs === undefined ? undefined : matchParts(deps, { batch, candidate, beforeMs })
	const intent = matched?.delivers ? withCost(deps, candidate, deliveryCostXrd) : candidate
	const matchRecord = matched && publicRecord(matched.match, { order: validated.subintentId, atMs: batch.nowMs })
	const share = shareOf(deps, candidate)
	batch.orders.push(orderRow(intent, { ...candidate, share, nowMs: batch.nowMs, matchRecord }))
	batch.parts.push(...(matched?.parts ?? []))
	batch.audit.push(acceptanceRecord(candidate, { nowMs: batch.nowMs, beforeMs, matched }))
	batch.payers.push(...payerRows(validated))
	for (const key of keysOf(candidate.uses)) {
		batch.states.set(key, { orderHash: validated.subintentHash, refusedUntilMs: 0 })
		batch.uses.push({ key, order_hash: validated.subintentHash })
	}
	batch.open.push({
		subintentHash: validated.subintentHash,
		subintentId: validated.subintentId,
		account: validated.account,
		role: 'order',
		withdrawn: validated.withdrawn,
		hasPrefix: validated.hasPrefix,
		payers: validated.payers,
	})
}

function shareOf({ market }: MatchRules, { validated: { fee }, integrator }: MatchCandidate) {
	if (integrator === undefined) return undefined
	const { code, share } = integrator
	return { code, due: shareDue(market, { fee, share }) }
}

function matchParts(
	deps: MatchRules,
	{ batch, candidate, beforeMs }: { batch: Batch; candidate: MatchCandidate; beforeMs: number },
): Matched {
	const { validated, executionUnits, ownMakers } = candidate
	const { side } = validated
	const { parts, request } = requireMatch({ ...offeredTo(deps, batch.books, validated), ownMakers }, offered =>
		matchRequestOf(deps, { validated, executionUnits, ...offered }),
	)
	for (const part of parts) batch.books.reserve(part.leg ?? validated, part)
	const rows = parts.map(part => partRow(validated, part, { nowMs: batch.nowMs, fillBeforeMs: beforeMs }))
	const delivers =
		side === 'asks' && parts.some(({ fill, limitQuote }) => limitQuote !== undefined && fill.buy.amount < limitQuote)
	return { parts: rows, match: formatMatch(request, parts), delivers }
}

type Matched = {
	readonly parts: readonly PartRow[]
	readonly match: MatchRecord
	/** Whether the order's own outer will keep a surplus of the token sold for the user. */
	readonly delivers: boolean
}

/** The audit log's entry for an accepted order, with the makers that were asked. */
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
