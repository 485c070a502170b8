import type { SignedPartialInfo } from '@accord/ledger'
import { type Clock, errorTable, TradeError } from '@accord/protocol'
import type { Kysely } from 'kysely'
import type { Bus } from '../bus/bus.ts'
import type { Tables } from '../db/tables.ts'
import { fillExpiry } from '../orders/expiry.ts'
import { inRounds, type JudgeBesideDeps, judgeBeside } from '../orders/judge-beside.ts'
import { judgeByLedger, type LedgerStates } from '../orders/judge-by-ledger.ts'
import { accountOf, type JudgedLimitOrder, judgeLimitOrder } from '../orders/judge-limit-order.ts'
import { readSignedPartial } from '../orders/read-signed-partial.ts'
import type { ExcusedParts } from './excused-parts.ts'
import { type PartToFill, selectPartToFill } from './fills-table.ts'
import { requireMirror } from './require-mirror.ts'
import { type WrittenFill, writeFill } from './write-fill.ts'

// The guarantee: a fill that is answered with success is written, together with its `started` entry, was judged as
// strictly as an order, beside all that its account has open, and is the only one of its part. The same fill gets the same
// answer for ever.

export type SubmitFillDeps = JudgeBesideDeps & {
	readonly db: Kysely<Tables>
	readonly bus: Bus
	readonly clock: Clock
	readonly ledger: LedgerStates
	readonly excusedParts?: Pick<ExcusedParts, 'add'>
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
	try {
		await inRounds(async () => {
			const part = await findOpenPart(deps, read)
			return part === undefined ? 'known' : judgeAndWrite(deps, { fill: read, part })
		})
	} catch (error) {
		if (isOwnFault(error)) deps.excusedParts?.add(fill.orderId)
		throw error
	}
	return { subintentId: info.subintentId }
}

/** Whether the service, not the fill, is why it was refused. */
function isOwnFault(error: unknown): boolean {
	return !(error instanceof TradeError) || errorTable[error.code].httpStatus >= 500
}

/** The part, open to this fill; nothing if this very fill is already accepted for it. */
async function findOpenPart(
	{ db }: Pick<SubmitFillDeps, 'db'>,
	{ makerId, orderId, info, receivedAtMs }: ReadFill,
): Promise<PartToFill | undefined> {
	const { subintentHash } = info
	const part = await selectPartToFill(db, { partId: orderId, makerId, subintentHash, account: accountOf(info) })
	if (part === undefined) throw new TradeError('unknown_order')
	if (part.filledBy === subintentHash) return undefined
	if (part.roleOfHash !== undefined) throw new TradeError('subintent_in_use')
	if (part.filledBy !== undefined) throw new TradeError('already_filled')
	if (part.state === 'rejected') throw new TradeError('order_not_open')
	if (part.state === 'timed_out' || receivedAtMs > part.fillBeforeMs) throw new TradeError('fill_too_late')
	return part
}

type FillOfPart = { readonly fill: ReadFill; readonly part: PartToFill }

async function judgeAndWrite(deps: SubmitFillDeps, { fill, part }: FillOfPart): Promise<WrittenFill> {
	const judged = await judge(deps, { fill, part })
	const { info, signedPartialTransaction, makerId, receivedAtMs } = fill
	const intent = await judgeBeside(deps, { judged, info, role: 'maker', signedPartialTransaction, open: part.open })
	const written = await writeFill(deps, { intent, part, makerId, receivedAtMs })
	if (written === 'written') deps.bus.publish('fill_execution', { makerId })
	return written
}

async function judge(deps: SubmitFillDeps, { fill, part }: FillOfPart): Promise<JudgedLimitOrder> {
	const { ledger, market, feeInfo } = deps
	const { info, makerId, receivedAtMs } = fill
	const { level, orderExpiresAtS, accountOwner } = part
	const expiry = fillExpiry({ receivedAtMs, orderExpiresAtS })
	const judged = await judgeByLedger(ledger, ledgerState =>
		judgeLimitOrder({ market, feeInfo, ledgerState, role: 'maker', level, expiry }, info),
	)
	if (accountOwner !== makerId) throw new TradeError('foreign_account')
	requireMirror(judged.limitOrder, part)
	return judged
}
