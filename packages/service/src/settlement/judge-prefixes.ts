import { callGateway, type GatewayClient, GatewayError, readTransaction } from '@accord/ledger'
import { type Clock, Decimal, TradeError } from '@accord/protocol'
import type { Logger } from 'pino'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import {
	type EndedUse,
	forgetUses,
	freeUses,
	type RefusalTimes,
	selectEndedUses,
	selectPreviewedCosts,
} from '../intents/prefix-uses-table.ts'

// The guarantee: code that a prefix runs is free for the next order only once the last one has been judged. It counts
// against the code if the order expired although its preview was good, or if its settlement cost more than previewed.

type JudgeDeps = {
	readonly db: Pick<DatabaseLanes, 'own' | 'looks'>
	readonly clock: Pick<Clock, 'nowMs'>
	readonly gateway: Pick<GatewayClient, 'committedDetails'>
	readonly market: { readonly networkId: number }
	readonly log: Pick<Logger, 'info' | 'warn'>
}

const perRun = 16
const rowsMax = 10_000
const minuteMs = 60_000
const times: RefusalTimes = { firstMs: minuteMs, maxMs: 24 * 60 * minuteMs, keptMs: 24 * 60 * minuteMs }

/** More than a solver's own part of a root costs. */
const rootCostMax = Decimal.one

/** Judges the orders that have ended, and frees what they used. */
export async function judgePrefixes(deps: JudgeDeps): Promise<'again' | 'done'> {
	const { db, clock, log } = deps
	const ended = await selectEndedUses(db.looks, { limit: perRun })
	try {
		for (const use of ended) {
			const hasFailed = use.state === 'expired' || (await hasOverrun(deps, use))
			const { orderHash, subintentId: order, state } = use
			const refused = await freeUses(db.own, { orderHash, hasFailed, nowMs: clock.nowMs(), times })
			if (refused.length > 0) log.info({ order, state, code: refused }, 'refuses the code of a prefix for a while')
		}
	} catch (error) {
		if (!(error instanceof TradeError) || !(error.cause instanceof GatewayError)) throw error
		log.warn({ err: error }, 'could not read what the settlement of an order with a prefix cost')
		return 'done'
	}
	await forgetUses(db.own, { nowMs: clock.nowMs(), times, rowsMax })
	return ended.length === perRun ? 'again' : 'done'
}

/**
 * Whether a settlement cost more than the previews of all its items and a solver's root. One that settles subintents of
 * others as well cannot be judged.
 */
async function hasOverrun({ db, gateway, market }: JudgeDeps, { state, transactionId }: EndedUse): Promise<boolean> {
	if (state !== 'settled' || transactionId === undefined) return false
	const { fee_paid: paid, raw_hex: bytes } = await callGateway(() => gateway.committedDetails(transactionId))
	if (paid == null || bytes == null) return false
	const { subintents } = readTransaction(bytes, market.networkId)
	const { items, costXrd } = await selectPreviewedCosts(
		db.own,
		subintents.map(({ subintentHash }) => subintentHash),
	)
	// Each item is an order or fill in its outer.
	if (subintents.length !== 2 * items) return false
	return Decimal.parse(paid) > Decimal.add(Decimal.parse(costXrd), rootCostMax)
}
