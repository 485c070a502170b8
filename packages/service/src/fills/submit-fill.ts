import { deliveryCostXrd, isClientError, TradeError } from '@accord/protocol'
import type { ExcusedParts } from '../breaker/excused-parts.ts'
import { deliversSurplus } from '../bundles/surplus.ts'
import { withCost } from '../intents/accepted-intent.ts'
import { fillExpiry } from '../intents/deadlines.ts'
import { type Intents, retryWhileStale } from '../intents/intents.ts'
import { selectOpenIntents } from '../intents/open-intents-table.ts'
import { type SignedIntent, signedPartialWork } from '../intents/read-intent.ts'
import {
	type ValidatedOrder,
	type ValidByTerms,
	validateAtLedgerTime,
	validateByTerms,
} from '../intents/validate-order.ts'
import type { Platform } from '../platform/platform.ts'
import { requireFillPrefix } from './fill-prefix.ts'
import type { FillQueue } from './fill-queue.ts'
import { requireMirror, requireOpen, requireOwnAccount, requirePart } from './fill-rules.ts'
import { wantedOf } from './fill-to-write.ts'
import type { PartToFill } from './fills-table.ts'
import type { PartLookups } from './part-lookups.ts'
import { type AllowanceDeps, type PromisedMint, promiseMint } from './promised-mint.ts'
import type { WrittenFill } from './write-fills.ts'

// The guarantee: a fill that is answered with success has been validated as strictly as an order, including against its
// account's open intents. It is written together with its `started` entry, and is the only fill of its part. The same
// fill always gets the same answer.

/** The rooms that fills depend on. */
export type FillRooms = {
	readonly platform: Platform
	readonly intents: Pick<Intents, 'check' | 'costPreview'>
	readonly partLookups: Pick<PartLookups, 'find' | 'depth'>
	readonly fillQueue: Pick<FillQueue, 'write' | 'depth'>
	readonly excusedParts?: Pick<ExcusedParts, 'add'>
	readonly instamint?: AllowanceDeps['instamint']
}

export type SubmitFill = {
	readonly makerId: string
	readonly orderId: string
	readonly signedPartialTransaction: string
	readonly receivedAtMs: number
}
/** A fill whose bytes could be read. */
type ReadFill = SubmitFill & { readonly info: SignedIntent }

/** @throws TradeError that says why its bytes are unreadable */
export async function readFill(
	{ threads, market: { networkId } }: Pick<Platform, 'threads' | 'market'>,
	{ makerId, signedPartialTransaction }: SubmitFill,
): Promise<SignedIntent> {
	return await threads.run(makerId, signedPartialWork, { networkId }, signedPartialTransaction)
}

/**
 * The part that a fill is for.
 * @throws TradeError `unknown_order`
 */
export async function findPart(
	rooms: Pick<FillRooms, 'partLookups' | 'excusedParts'>,
	fill: ReadFill,
): Promise<PartToFill> {
	return await excusing(rooms, fill, () => lookUp(rooms, fill))
}

async function lookUp(
	{ partLookups }: Pick<FillRooms, 'partLookups'>,
	{ makerId, orderId, info: { subintentHash, reading } }: ReadFill,
): Promise<PartToFill> {
	const account = reading.terms?.account
	return requirePart(await partLookups.find({ partId: orderId, makerId, subintentHash, account }))
}

/**
 * Accepts a maker's signed fill of a part (decision 21). Returns whether it was not known before.
 * @throws TradeError `unknown_order`, `fill_too_late`, `already_filled`, `order_not_open`, `subintent_in_use`,
 * `fill_amount_mismatch`, `foreign_account`, and every code with which an order can be refused
 */
export async function submitFill(rooms: FillRooms, { fill, part: first }: FillOfPart): Promise<boolean> {
	const outcome = await excusing(rooms, fill, () =>
		retryWhileStale(async attempt => {
			const part = attempt === 1 ? first : await lookUp(rooms, fill)
			return isAccepted(part, fill) ? 'known' : checkAndWrite(rooms, { fill, part })
		}),
	)
	return outcome === 'written'
}

/** Excuses the maker if the fill fails because of the service. */
async function excusing<T>(
	{ excusedParts }: Pick<FillRooms, 'excusedParts'>,
	{ orderId }: SubmitFill,
	work: () => Promise<T>,
): Promise<T> {
	try {
		return await work()
	} catch (error) {
		if (!isClientError(error)) excusedParts?.add(orderId)
		throw error
	}
}

/**
 * Whether exactly this fill is already accepted for the part.
 * @throws TradeError unless it is, or the part is open to it
 */
function isAccepted(part: PartToFill, { info: { subintentHash }, receivedAtMs }: ReadFill): boolean {
	if (part.filledBy === subintentHash) return true
	if (part.roleOfHash !== undefined) throw new TradeError('subintent_in_use')
	requireOpen(part, receivedAtMs)
	return false
}

type FillOfPart = { readonly fill: ReadFill; readonly part: PartToFill }

async function checkAndWrite(rooms: FillRooms, { fill, part }: FillOfPart): Promise<WrittenFill> {
	const { validated, feeInfo } = await validate(rooms, { fill, part })
	const { info, signedPartialTransaction, makerId, receivedAtMs } = fill
	const { db, gateway, bus } = rooms.platform
	const { instamint } = rooms
	const promised = await promiseMint({ gateway, instamint }, { database: db.own, reading: info.reading })
	const counted = asCounted(validated, promised)
	const { payers } = counted
	const checked = await rooms.intents.check({
		database: db.own,
		validated: counted,
		info,
		role: 'maker',
		client: makerId,
		signedPartialTransaction,
		open: payers.length === 1 ? part.open : await selectOpenIntents(db.own, payers),
		feeInfo,
	})
	const full = { ...checked, validated: { ...validated, payers } }
	const intent = deliversSurplus(rooms.platform, part, validated.limitOrder)
		? withCost(rooms.platform, full, deliveryCostXrd)
		: full
	const written = await rooms.fillQueue.write({ intent, part, makerId, receivedAtMs, promised })
	if (written === 'written') bus.publish('fill_execution', { makerId })
	return written
}

/** A fill that only mints what it sells counts like one without a prefix that sells that much less. */
function asCounted(validated: ValidatedOrder, promised: PromisedMint | undefined): ValidatedOrder {
	if (promised?.forItself === undefined) return validated
	return { ...validated, payers: [validated.account], hasPrefix: false, withdrawn: wantedOf(validated, promised) }
}

async function validate(rooms: FillRooms, { fill, part }: FillOfPart): Promise<ValidByTerms> {
	const { ledger, terms } = rooms.platform
	const { info, receivedAtMs } = fill
	const { level, orderExpiresAtS } = part
	const expiry = fillExpiry({ receivedAtMs, orderExpiresAtS })
	const valid = await validateAtLedgerTime(ledger, ledgerState =>
		validateByTerms(terms.accepted(), { ledgerState, role: 'maker', level, expiry }, info),
	)
	requireOwnAccount(part)
	requireMirror(valid.validated.limitOrder, part)
	requireFillPrefix(info.reading, rooms.instamint)
	return valid
}
