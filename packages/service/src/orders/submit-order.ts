import { TradeError } from '@accord/protocol'
import { orderExpiry } from '../intents/deadlines.ts'
import type { Intents } from '../intents/intents.ts'
import { selectOpenIntents } from '../intents/open-intents-table.ts'
import { isSignedByOwner, ownAccounts, type SignedIntent, signedPartialWork } from '../intents/read-intent.ts'
import { retryWhileStale } from '../intents/retry-while-stale.ts'
import { type ValidatedOrder, validateAtLedgerTime, validateOrder } from '../intents/validate-order.ts'
import type { Stopwatch } from '../metrics/stopwatch.ts'
import type { Platform } from '../platform/platform.ts'
import { isKnownOrder, type MatchOutcome } from './decide-match.ts'
import type { MatchQueue } from './match-queue.ts'
import { openOrdersMaxOf, requireOpenOrderLimits } from './open-order-limits.ts'
import type { OrderGate } from './order-gate.ts'
import type { OrderLookups } from './order-lookups.ts'
import { type SubmissionContext, selectRole } from './orders-table.ts'
import { type TentativeMatchDeps, tentativeMatch } from './tentative-match.ts'

// The guarantee: an order that is answered with success has been validated against every rule and is written with its
// parts, which are requested from their makers. The same order always gets the same answer; a refused order is not
// remembered.

/** The rooms that orders depend on. */
export type OrderRooms = {
	readonly platform: Platform
	readonly intents: Pick<Intents, 'check' | 'costPreview'>
	readonly prices: TentativeMatchDeps['prices']
	readonly orderGate: Pick<OrderGate, 'requireLoops' | 'requireRoom'>
	readonly orderLookups: Pick<OrderLookups, 'find' | 'depth'>
	readonly matchQueue: Pick<MatchQueue, 'match' | 'depth'>
}

export type SubmitOrder = {
	readonly signedPartialTransaction: string
	readonly receivedAtMs: number
	/** The sender, because waiting clients take turns. If absent, no particular sender. */
	readonly client?: string
}
/** An order whose bytes could be read. */
type ReadOrder = SubmitOrder & { readonly info: SignedIntent }
type OrderInContext = ReadOrder & Omit<SubmissionContext, 'role'>

/** @throws TradeError that says why its bytes are unreadable */
export async function readOrder(
	{ threads, market: { networkId } }: Pick<Platform, 'threads' | 'market'>,
	{ client = '', signedPartialTransaction }: SubmitOrder,
): Promise<SignedIntent> {
	return await threads.run(client, signedPartialWork, { networkId }, signedPartialTransaction)
}

/**
 * Accepts a user's signed order: validates it, cheapest checks first, matches it, and requests fills from makers
 * (decision 18). Returns whether it was not known before.
 * @throws TradeError with the code of the first check that refuses it
 */
export async function submitOrder(rooms: OrderRooms, order: ReadOrder, stopwatch: Stopwatch): Promise<boolean> {
	const { info } = order
	const { subintentHash } = info
	// Checked before any query, because a database that does not answer may be what stalls the loops.
	rooms.orderGate.requireLoops()
	const { role, ...context } = await rooms.orderLookups.find({
		subintentHash,
		account: info.reading.terms?.account,
		ownAccounts: ownAccounts(info),
		nowMs: order.receivedAtMs,
	})
	if (role === 'fill') throw new TradeError('subintent_in_use')
	if (role === 'order') return false
	rooms.orderGate.requireRoom()
	try {
		return await checkAndMatch(rooms, { ...order, ...context }, stopwatch)
	} catch (error) {
		// If it was submitted twice concurrently, this refusal may be due to the same order, which was accepted first.
		if (!(error instanceof TradeError) || (await selectRole(rooms.platform.db.requests, subintentHash)) !== 'order')
			throw error
		return false
	}
}

async function checkAndMatch(rooms: OrderRooms, order: OrderInContext, stopwatch: Stopwatch): Promise<boolean> {
	const { info, level, ownMakers, unfunded, receivedAtMs, signedPartialTransaction, client = '' } = order
	const validated = await validate(rooms, order)
	const { account, payers, hasPrefix, subintentHash } = validated
	const { requests } = rooms.platform.db
	const openOrdersMax = () => openOrdersMaxOf(rooms.platform.limits, { unfunded, nowMs: receivedAtMs })
	// A stranger learns nothing about the account: its preview has to pass before the match asks all of this again.
	const isOwners = isSignedByOwner(info, account)
	if (isOwners) openOrdersMax()
	// Refuses immediately an order that cannot match now, before any expensive request to the ledger.
	tentativeMatch(rooms, validated, { ownMakers: isOwners ? ownMakers : [] })
	const outcome = await retryWhileStale(async (attempt): Promise<MatchOutcome> => {
		const own = attempt === 1 ? order.open : await selectOpenIntents(requests, [account])
		if (isKnownOrder(own, subintentHash)) return 'known'
		if (isOwners) requireOpenOrderLimits(openOrdersMax(), { payers: [account], hasPrefix, open: own })
		const open = payers.length === 1 ? own : await selectOpenIntents(requests, payers)
		const intent = await rooms.intents.check({
			database: requests,
			validated,
			info,
			role: 'taker',
			client,
			signedPartialTransaction,
			open,
			stopwatch,
		})
		// A preview has shown by now that the signers may take funds from all of these accounts.
		requireOpenOrderLimits(openOrdersMax(), { payers, hasPrefix, open })
		return stopwatch.time('match', () =>
			rooms.matchQueue.match({ ...intent, level, ownMakers, openOrdersMax: openOrdersMax() }),
		)
	})
	return outcome === 'accepted'
}

function validate(rooms: OrderRooms, { info, level, receivedAtMs }: OrderInContext): Promise<ValidatedOrder> {
	const { ledger, market, feeInfo } = rooms.platform
	const expiry = orderExpiry(receivedAtMs)
	return validateAtLedgerTime(ledger, ledgerState =>
		validateOrder({ market, feeInfo, ledgerState, role: 'taker', level, expiry }, info),
	)
}
