import type { SignedPartialInfo } from '@accord/ledger'
import { TradeError } from '@accord/protocol'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { orderExpiry } from './expiry.ts'
import { inRounds, type JudgeBesideDeps, judgeBeside } from './judge-beside.ts'
import { judgeByLedger, type LedgerStates } from './judge-by-ledger.ts'
import { accountOf, type JudgedLimitOrder, judgeLimitOrder } from './judge-limit-order.ts'
import { isKnownOrder, type MatchOutcome } from './match-candidate.ts'
import type { MatchQueue } from './match-queue.ts'
import { selectOpenIntents } from './open-intents-table.ts'
import { requireOpenOrderLimits } from './open-order-limits.ts'
import { type Standing, selectRole, selectStanding } from './orders-table.ts'
import { readSignedPartial } from './read-signed-partial.ts'
import { type TentativeMatchDeps, tentativeMatch } from './tentative-match.ts'

// The guarantee: an order that is answered with success is written, was judged by every rule, and its maker is asked.
// The same order gets the same answer for ever; a refused one is not remembered.

export type SubmitOrderDeps = TentativeMatchDeps &
	JudgeBesideDeps & {
		readonly db: Kysely<Tables>
		readonly ledger: LedgerStates
		readonly matchQueue: Pick<MatchQueue, 'match'>
		readonly limits: { readonly openOrdersPerAccount: number }
	}

export type SubmitOrder = { readonly signedPartialTransaction: string; readonly receivedAtMs: number }
type ReadOrder = SubmitOrder & Pick<Standing, 'level' | 'open'> & { readonly info: SignedPartialInfo }

/**
 * Takes a user's signed order: judges it, cheapest first, matches it, and asks the makers (decision 18).
 * @throws TradeError whatever is wrong with the order
 */
export async function submitOrder(deps: SubmitOrderDeps, order: SubmitOrder): Promise<{ subintentId: string }> {
	const info = readSignedPartial(deps.market, order.signedPartialTransaction)
	const { subintentHash, subintentId } = info
	const { role, ...standing } = await selectStanding(deps.db, { subintentHash, account: accountOf(info) })
	if (role === 'fill') throw new TradeError('subintent_in_use')
	if (role === 'order') return { subintentId }
	try {
		await judgeAndMatch(deps, { ...order, ...standing, info })
	} catch (error) {
		// Handed in twice at once, and the other one was faster: what refuses this one may be the order itself.
		if (!(error instanceof TradeError) || (await selectRole(deps.db, subintentHash)) !== 'order') throw error
	}
	return { subintentId }
}

async function judgeAndMatch(deps: SubmitOrderDeps, order: ReadOrder): Promise<void> {
	const { info, level, signedPartialTransaction } = order
	const judged = await judge(deps, order)
	// Refuses at once what cannot match now, before the ledger is asked anything dear.
	tentativeMatch(deps, judged)
	const { account, hasPrefix, subintentHash } = judged
	await inRounds(async (round): Promise<MatchOutcome> => {
		const open = round === 1 ? order.open : await selectOpenIntents(deps.db, [account])
		if (isKnownOrder(open, subintentHash)) return 'known'
		requireOpenOrderLimits(deps.limits, { hasPrefix, open })
		const intent = await judgeBeside(deps, { judged, info, role: 'taker', signedPartialTransaction, open })
		return deps.matchQueue.match({ ...intent, level })
	})
}

function judge(deps: SubmitOrderDeps, { info, level, receivedAtMs }: ReadOrder): Promise<JudgedLimitOrder> {
	const { ledger, market, feeInfo } = deps
	const expiry = orderExpiry(receivedAtMs)
	return judgeByLedger(ledger, ledgerState =>
		judgeLimitOrder({ market, feeInfo, ledgerState, role: 'taker', level, expiry }, info),
	)
}
