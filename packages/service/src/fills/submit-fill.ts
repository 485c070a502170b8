import type { GatewayClient, SignedPartialInfo } from '@accord/ledger'
import { type Clock, type FeeInfo, TradeError } from '@accord/protocol'
import type { Kysely } from 'kysely'
import { levelOf } from '../accounts/levels.ts'
import { isAccountOfMaker } from '../accounts/makers.ts'
import type { Bus } from '../bus/bus.ts'
import { sqlStateOf } from '../db/database-error.ts'
import type { Tables } from '../db/tables.ts'
import type { Market } from '../market/market.ts'
import { requireFunds } from '../orders/account-funds.ts'
import { askLedger } from '../orders/ask-ledger.ts'
import { fillExpiry } from '../orders/expiry.ts'
import { accountOf, type JudgedLimitOrder, judgeLimitOrder } from '../orders/judge-limit-order.ts'
import { selectOpenIntents } from '../orders/orders-table.ts'
import type { PreviewJudge } from '../orders/preview-judge.ts'
import { readSignedPartial } from '../orders/read-signed-partial.ts'
import { rebateOf } from '../orders/rebate-of.ts'
import { signedLimitOrderRow } from '../orders/signed-limit-order-row.ts'
import { type FillRow, insertFill, type PartToFill, selectPartToFill } from './fills-table.ts'
import { requireMirror } from './require-mirror.ts'

// The guarantee: a fill that is answered with success is written, together with its `started` entry, was judged as
// strictly as an order, and is the only one of its part. The same fill gets the same answer for ever.

export type SubmitFillDeps = {
	readonly db: Kysely<Tables>
	readonly bus: Bus
	readonly clock: Clock
	readonly market: Market
	readonly feeInfo: FeeInfo
	readonly gateway: Pick<GatewayClient, 'ledgerState' | 'balances' | 'subintentStatus'>
	readonly previewJudge: Pick<PreviewJudge, 'judge'>
}

export type SubmitFill = {
	readonly makerId: string
	readonly orderId: string
	readonly signedPartialTransaction: string
	readonly receivedAtMs: number
}
type ReadFill = SubmitFill & { readonly info: SignedPartialInfo }

/**
 * Takes a maker's signed answer to a part (decision 21).
 * @throws TradeError `unknown_order`, `fill_too_late`, `already_filled`, `order_not_open`, `subintent_in_use`,
 * `fill_amount_mismatch`, `foreign_account`, and whatever an order is refused for
 */
export async function submitFill(deps: SubmitFillDeps, fill: SubmitFill): Promise<{ subintentId: string }> {
	const info = readSignedPartial(deps.market, fill.signedPartialTransaction)
	const read = { ...fill, info }
	const part = await findOpenPart(deps, read)
	if (part !== undefined) await judgeAndWrite(deps, { fill: read, part })
	return { subintentId: info.subintentId }
}

/** The part, open to this fill; nothing if this very fill is already accepted for it. */
async function findOpenPart(
	{ db }: Pick<SubmitFillDeps, 'db'>,
	{ makerId, orderId, info: { subintentHash }, receivedAtMs }: ReadFill,
): Promise<PartToFill | undefined> {
	const part = await selectPartToFill(db, { partId: orderId, makerId, subintentHash })
	if (part === undefined) throw new TradeError('unknown_order')
	if (part.filledBy === subintentHash) return undefined
	if (part.roleOfHash !== undefined) throw new TradeError('subintent_in_use')
	if (part.filledBy !== undefined) throw new TradeError('already_filled')
	if (part.state === 'rejected') throw new TradeError('order_not_open')
	if (part.state === 'timed_out' || receivedAtMs > part.fillBeforeMs) throw new TradeError('fill_too_late')
	return part
}

type FillOfPart = { readonly fill: ReadFill; readonly part: PartToFill }

async function judgeAndWrite(deps: SubmitFillDeps, { fill, part }: FillOfPart): Promise<void> {
	const judged = await judge(deps, { fill, part })
	const row = await previewedRow(deps, { fill, part, judged })
	const { receivedAtMs, makerId } = fill
	if (!(await write(deps, { row, receivedAtMs }))) {
		// Something was faster: the same fill, another one, or the time-out. Which one decides the answer.
		if ((await findOpenPart(deps, fill)) === undefined) return
		throw new TradeError('order_not_open')
	}
	deps.bus.publish('fill_execution', { makerId })
}

async function judge(deps: SubmitFillDeps, { fill, part }: FillOfPart): Promise<JudgedLimitOrder> {
	const { db, gateway, market, feeInfo } = deps
	const { info, makerId, receivedAtMs } = fill
	const account = accountOf(info)
	const [level, ledgerState, isOwn] = await Promise.all([
		account === undefined ? 0 : levelOf(db, account),
		askLedger(() => gateway.ledgerState()),
		account === undefined || isAccountOfMaker(db, { makerId, address: account }),
	])
	const expiry = fillExpiry({ receivedAtMs, orderExpiresAtS: part.orderExpiresAtS })
	const judged = judgeLimitOrder({ market, feeInfo, ledgerState, role: 'maker', level, expiry }, info)
	if (!isOwn) throw new TradeError('foreign_account')
	requireMirror(judged.limitOrder, part)
	return judged
}

async function previewedRow(
	deps: SubmitFillDeps,
	{ fill, part, judged }: FillOfPart & { judged: JudgedLimitOrder },
): Promise<FillRow> {
	const { account, hasPrefix, withdrawn } = judged
	if (!hasPrefix) {
		const open = await selectOpenIntents(deps.db, [account])
		await requireFunds(deps, { account, wanted: withdrawn, open })
	}
	// What a maker's prefix brings in is the maker's own matter: its fills are not held against each other.
	const preview = await deps.previewJudge.judge({ judged, info: fill.info, role: 'maker', open: [] })
	const intent = {
		...preview,
		judged,
		signedPartialTransaction: fill.signedPartialTransaction.toLowerCase(),
		rebate: rebateOf(deps, { symbol: withdrawn.symbol, costXrd: preview.costXrd }),
	}
	return {
		...signedLimitOrderRow(intent, { acceptedAtMs: deps.clock.nowMs() }),
		part_id: part.partId,
		order_hash: part.orderHash,
		maker_id: fill.makerId,
		state: 'started',
	}
}

async function write(
	{ db }: Pick<SubmitFillDeps, 'db'>,
	{ row, receivedAtMs }: { row: FillRow; receivedAtMs: number },
): Promise<boolean> {
	try {
		return await insertFill(db, { fill: row, receivedAtMs })
	} catch (error) {
		if (sqlStateOf(error) === uniqueViolation) return false
		throw error
	}
}

const uniqueViolation = '23505'
