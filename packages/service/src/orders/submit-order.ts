import { TradeError } from '@accord/protocol'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import { orderExpiry } from '../intents/deadlines.ts'
import { checkAgainstOpenIntents, type OpenIntentsCheckDeps } from '../intents/open-intents-check.ts'
import { selectOpenIntents } from '../intents/open-intents-table.ts'
import { ownAccounts, type SignedIntent, signedPartialWork } from '../intents/read-intent.ts'
import { retryWhileStale } from '../intents/retry-while-stale.ts'
import {
	type LedgerStates,
	type ValidatedOrder,
	validateAtLedgerTime,
	validateOrder,
} from '../intents/validate-order.ts'
import type { WorkThreads } from '../threads/work-threads.ts'
import { isKnownOrder, type MatchOutcome } from './match-batch.ts'
import type { MatchQueue } from './match-queue.ts'
import { openOrdersMaxOf, requireOpenOrderLimits } from './open-order-limits.ts'
import type { OrderGate } from './order-gate.ts'
import type { OrderLookups } from './order-lookups.ts'
import { type SubmissionContext, selectRole } from './orders-table.ts'
import { type TentativeMatchDeps, tentativeMatch } from './tentative-match.ts'

// The guarantee: an order that gets a success answer has been validated against every rule and is written with its parts, which
// are requested of their makers. The same order always gets the same answer; a refused order is not remembered.

export type SubmitOrderDeps = TentativeMatchDeps &
	OpenIntentsCheckDeps & {
		readonly db: Pick<DatabaseLanes, 'requests'>
		readonly ledger: LedgerStates
		readonly threads: Pick<WorkThreads, 'run'>
		readonly orderGate: Pick<OrderGate, 'requireLoops' | 'requireRoom'>
		readonly orderLookups: Pick<OrderLookups, 'find'>
		readonly matchQueue: Pick<MatchQueue, 'match'>
		readonly limits: { readonly openOrdersPerAccount: number }
	}

export type SubmitOrder = {
	readonly signedPartialTransaction: string
	readonly receivedAtMs: number
	/** Who sent it: clients take turns where they wait. Absent: no one in particular. */
	readonly client?: string
	/** Called with its hash once its bytes could be read, also if it is refused then. */
	readonly onRead?: (subintentHash: string) => void
}
type ReadOrder = SubmitOrder & Omit<SubmissionContext, 'role'> & { readonly info: SignedIntent }

/**
 * Accepts a user's signed order: validates it, cheapest checks first, matches it, and requests fills from makers
 * (decision 18).
 * @throws TradeError with the code of the first check that refuses it
 */
export async function submitOrder(deps: SubmitOrderDeps, order: SubmitOrder): Promise<{ subintentId: string }> {
	const { networkId } = deps.market
	const info = await deps.threads.run(
		order.client ?? '',
		signedPartialWork,
		{ networkId },
		order.signedPartialTransaction,
	)
	const { subintentHash, subintentId } = info
	order.onRead?.(subintentHash)
	// Before the database is asked: that it does not answer may be what stalls them.
	deps.orderGate.requireLoops()
	const { role, ...context } = await deps.orderLookups.find({
		subintentHash,
		account: info.reading.terms?.account,
		ownAccounts: ownAccounts(info),
		nowMs: order.receivedAtMs,
	})
	if (role === 'fill') throw new TradeError('subintent_in_use')
	if (role === 'order') return { subintentId }
	deps.orderGate.requireRoom()
	try {
		await checkAndMatch(deps, { ...order, ...context, info })
	} catch (error) {
		// Submitted twice concurrently, and the other one was faster: what refuses this one may be the order itself.
		if (!(error instanceof TradeError) || (await selectRole(deps.db.requests, subintentHash)) !== 'order') throw error
	}
	return { subintentId }
}

async function checkAndMatch(deps: SubmitOrderDeps, order: ReadOrder): Promise<void> {
	const { info, level, ownMakers, unfunded, receivedAtMs, signedPartialTransaction, client = '' } = order
	const validated = await validate(deps, order)
	const openOrdersMax = openOrdersMaxOf(deps.limits, { unfunded, nowMs: receivedAtMs })
	// Refuses at once what cannot match now, before any expensive call of the ledger.
	tentativeMatch(deps, validated, { ownMakers })
	const { account, hasPrefix, subintentHash } = validated
	await retryWhileStale(async (attempt): Promise<MatchOutcome> => {
		const open = attempt === 1 ? order.open : await selectOpenIntents(deps.db.requests, [account])
		if (isKnownOrder(open, subintentHash)) return 'known'
		requireOpenOrderLimits(openOrdersMax, { hasPrefix, open })
		const intent = await checkAgainstOpenIntents(deps, {
			database: deps.db.requests,
			validated,
			info,
			role: 'taker',
			client,
			signedPartialTransaction,
			open,
		})
		return deps.matchQueue.match({ ...intent, level, ownMakers, openOrdersMax })
	})
}

function validate(deps: SubmitOrderDeps, { info, level, receivedAtMs }: ReadOrder): Promise<ValidatedOrder> {
	const { ledger, market, feeInfo } = deps
	const expiry = orderExpiry(receivedAtMs)
	return validateAtLedgerTime(ledger, ledgerState =>
		validateOrder({ market, feeInfo, ledgerState, role: 'taker', level, expiry }, info),
	)
}
