import { type Clock, errorTable, TradeError } from '@accord/protocol'
import type { ExcusedParts } from '../breaker/excused-parts.ts'
import type { Bus } from '../bus/bus.ts'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import { fillExpiry } from '../intents/deadlines.ts'
import { checkAgainstOpenIntents, type OpenIntentsCheckDeps } from '../intents/open-intents-check.ts'
import { type SignedIntent, signedPartialWork } from '../intents/read-intent.ts'
import { retryWhileStale } from '../intents/retry-while-stale.ts'
import {
	type LedgerStates,
	type ValidatedOrder,
	validateAtLedgerTime,
	validateOrder,
} from '../intents/validate-order.ts'
import type { WorkThreads } from '../threads/work-threads.ts'
import type { FillQueue } from './fill-queue.ts'
import { requireMirror, requireOpen, requireOwnAccount, requirePart } from './fill-rules.ts'
import type { PartToFill } from './fills-table.ts'
import type { PartLookups } from './part-lookups.ts'
import { type AllowanceDeps, type PromisedMints, promiseMints } from './promised-mints.ts'
import { type WrittenFill, wantedOf } from './write-fills.ts'

// The guarantee: a fill that gets a success answer has been validated as strictly as an order, including against its account's
// open intents, is written together with its `started` entry, and is the only fill of its part. The same fill always gets the
// same answer.

export type SubmitFillDeps = OpenIntentsCheckDeps &
	AllowanceDeps & {
		readonly db: Pick<DatabaseLanes, 'own'>
		readonly bus: Bus
		readonly clock: Clock
		readonly ledger: LedgerStates
		readonly threads: Pick<WorkThreads, 'run'>
		readonly partLookups: Pick<PartLookups, 'find'>
		readonly fillQueue: Pick<FillQueue, 'write'>
		readonly excusedParts?: Pick<ExcusedParts, 'add'>
	}

export type SubmitFill = {
	readonly makerId: string
	readonly orderId: string
	readonly signedPartialTransaction: string
	readonly receivedAtMs: number
}
/** A fill whose bytes could be read. */
type ReadFill = SubmitFill & { readonly info: SignedIntent }

/** @throws TradeError with the code of what makes its bytes unreadable */
export async function readFill(
	{ threads, market: { networkId } }: Pick<SubmitFillDeps, 'threads' | 'market'>,
	{ makerId, signedPartialTransaction }: SubmitFill,
): Promise<SignedIntent> {
	return await threads.run(makerId, signedPartialWork, { networkId }, signedPartialTransaction)
}

/** The part that a fill is for. @throws TradeError `unknown_order` */
export async function findPart(
	deps: Pick<SubmitFillDeps, 'partLookups' | 'excusedParts'>,
	fill: ReadFill,
): Promise<PartToFill> {
	return await excusing(deps, fill, () => lookUp(deps, fill))
}

async function lookUp(
	{ partLookups }: Pick<SubmitFillDeps, 'partLookups'>,
	{ makerId, orderId, info: { subintentHash, reading } }: ReadFill,
): Promise<PartToFill> {
	const account = reading.terms?.account
	return requirePart(await partLookups.find({ partId: orderId, makerId, subintentHash, account }))
}

/**
 * Accepts a maker's signed fill of a part (decision 21). Returns whether it was not known before.
 * @throws TradeError `unknown_order`, `fill_too_late`, `already_filled`, `order_not_open`, `subintent_in_use`,
 * `fill_amount_mismatch`, `foreign_account`, and every code that an order is refused with
 */
export async function submitFill(deps: SubmitFillDeps, { fill, part: first }: FillOfPart): Promise<boolean> {
	const outcome = await excusing(deps, fill, () =>
		retryWhileStale(async attempt => {
			const part = attempt === 1 ? first : await lookUp(deps, fill)
			return isAccepted(part, fill) ? 'known' : checkAndWrite(deps, { fill, part })
		}),
	)
	return outcome === 'written'
}

/** Does not hold it against the maker if the service fails it. */
async function excusing<T>(
	{ excusedParts }: Pick<SubmitFillDeps, 'excusedParts'>,
	{ orderId, makerId }: SubmitFill,
	work: () => Promise<T>,
): Promise<T> {
	try {
		return await work()
	} catch (error) {
		if (isServiceFailure(error)) excusedParts?.add(orderId, makerId)
		throw error
	}
}

/** Whether the fill was refused because of the service, not because of the fill. */
function isServiceFailure(error: unknown): boolean {
	return !(error instanceof TradeError) || errorTable[error.code].httpStatus >= 500
}

/** Whether this same fill is already accepted for the part. @throws TradeError unless it is, or the part is open to it */
function isAccepted(part: PartToFill, { info: { subintentHash }, receivedAtMs }: ReadFill): boolean {
	if (part.filledBy === subintentHash) return true
	if (part.roleOfHash !== undefined) throw new TradeError('subintent_in_use')
	requireOpen(part, receivedAtMs)
	return false
}

type FillOfPart = { readonly fill: ReadFill; readonly part: PartToFill }

async function checkAndWrite(deps: SubmitFillDeps, { fill, part }: FillOfPart): Promise<WrittenFill> {
	const validated = await validate(deps, { fill, part })
	const { info, signedPartialTransaction, makerId, receivedAtMs } = fill
	const promised = await promiseMints(deps, { database: deps.db.own, reading: info.reading })
	const checked = await checkAgainstOpenIntents(deps, {
		database: deps.db.own,
		validated: asCounted(validated, promised),
		info,
		role: 'maker',
		client: makerId,
		signedPartialTransaction,
		open: part.open,
	})
	const intent = { ...checked, validated }
	const written = await deps.fillQueue.write({ intent, part, makerId, receivedAtMs, promised })
	if (written === 'written') deps.bus.publish('fill_execution', { makerId })
	return written
}

/** A fill that does no more than mint what it sells is counted like one without a prefix that sells as much less. */
function asCounted(validated: ValidatedOrder, promised: PromisedMints | undefined): ValidatedOrder {
	if (promised?.forItself === undefined) return validated
	return { ...validated, hasPrefix: false, withdrawn: wantedOf(validated, promised) }
}

async function validate(deps: SubmitFillDeps, { fill, part }: FillOfPart): Promise<ValidatedOrder> {
	const { ledger, market, feeInfo } = deps
	const { info, receivedAtMs } = fill
	const { level, orderExpiresAtS } = part
	const expiry = fillExpiry({ receivedAtMs, orderExpiresAtS })
	const validated = await validateAtLedgerTime(ledger, ledgerState =>
		validateOrder({ market, feeInfo, ledgerState, role: 'maker', level, expiry }, info),
	)
	requireOwnAccount(part)
	requireMirror(validated.limitOrder, part)
	return validated
}
