import type { GatewayClient, SignedPartialInfo } from '@accord/ledger'
import { TradeError } from '@accord/protocol'
import type { Kysely } from 'kysely'
import { levelOf } from '../accounts/levels.ts'
import type { Tables } from '../db/tables.ts'
import { type AccountFunds, requireFunds } from './account-funds.ts'
import { askLedger } from './ask-ledger.ts'
import { orderExpiry } from './expiry.ts'
import { accountOf, type JudgedLimitOrder, judgeLimitOrder } from './judge-limit-order.ts'
import type { MatchCandidate, MatchOutcome } from './match-candidate.ts'
import type { MatchQueue } from './match-queue.ts'
import { requireOpenOrderLimits } from './open-order-limits.ts'
import { selectOpenIntents, selectRole } from './orders-table.ts'
import type { PreviewJudge } from './preview-judge.ts'
import { readSignedPartial } from './read-signed-partial.ts'
import { rebateOf } from './rebate-of.ts'
import { type TentativeMatchDeps, tentativeMatch } from './tentative-match.ts'

// The guarantee: an order that is answered with success is written, was judged by every rule, and its maker is asked.
// The same order gets the same answer for ever; a refused one is not remembered.

export type SubmitOrderDeps = TentativeMatchDeps & {
	readonly db: Kysely<Tables>
	readonly gateway: Pick<GatewayClient, 'ledgerState' | 'balances' | 'subintentStatus'>
	readonly previewJudge: Pick<PreviewJudge, 'judge'>
	readonly matchQueue: Pick<MatchQueue, 'match'>
	readonly limits: { readonly openOrdersPerAccount: number }
}

export type SubmitOrder = { readonly signedPartialTransaction: string; readonly receivedAtMs: number }
type ReadOrder = SubmitOrder & { readonly info: SignedPartialInfo }
type JudgedOrder = ReadOrder & { readonly judged: JudgedLimitOrder; readonly level: number }

const roundsMax = 4

/**
 * Takes a user's signed order: judges it, cheapest first, matches it, and asks the makers (decision 18).
 * @throws TradeError whatever is wrong with the order
 */
export async function submitOrder(deps: SubmitOrderDeps, order: SubmitOrder): Promise<{ subintentId: string }> {
	const info = readSignedPartial(deps.market, order.signedPartialTransaction)
	const { subintentHash, subintentId } = info
	const role = await selectRole(deps.db, subintentHash)
	if (role === 'fill') throw new TradeError('subintent_in_use')
	if (role === 'order') return { subintentId }
	try {
		await judgeAndMatch(deps, { ...order, info })
	} catch (error) {
		// Handed in twice at once, and the other one was faster: what refuses this one may be the order itself.
		if (!(error instanceof TradeError) || (await selectRole(deps.db, subintentHash)) !== 'order') throw error
	}
	return { subintentId }
}

async function judgeAndMatch(deps: SubmitOrderDeps, read: ReadOrder): Promise<void> {
	const order = await judge(deps, read)
	// Refuses at once what cannot match now, before the ledger is asked anything dear.
	tentativeMatch(deps, order.judged)
	for (let round = 1; round <= roundsMax; round++) {
		if ((await match(deps, order)) !== 'stale') return
	}
	throw new TradeError('busy', 'the account opens orders faster than they can be judged', {
		extra: { retry_after_s: 1 },
	})
}

async function judge(deps: SubmitOrderDeps, read: ReadOrder): Promise<JudgedOrder> {
	const { db, gateway, market, feeInfo } = deps
	const account = accountOf(read.info)
	const [level, ledgerState] = await Promise.all([
		account === undefined ? 0 : levelOf(db, account),
		askLedger(() => gateway.ledgerState()),
	])
	const expiry = orderExpiry(read.receivedAtMs)
	const judged = judgeLimitOrder({ market, feeInfo, ledgerState, role: 'taker', level, expiry }, read.info)
	return { ...read, judged, level }
}

async function match(deps: SubmitOrderDeps, order: JudgedOrder): Promise<MatchOutcome> {
	const { judged, info, level, signedPartialTransaction } = order
	const { account, hasPrefix, withdrawn } = judged
	const open = await selectOpenIntents(deps.db, [account])
	if (open.some(intent => intent.subintentHash === judged.subintentHash)) return 'known'
	requireOpenOrderLimits(deps.limits, { hasPrefix, open })
	const funds = hasPrefix ? undefined : await requireFunds(deps, { account, wanted: withdrawn, open })
	const { costXrd, executionUnits } = await deps.previewJudge.judge({ judged, info, role: 'taker', open })
	const candidate: MatchCandidate = {
		judged,
		level,
		signedPartialTransaction: signedPartialTransaction.toLowerCase(),
		costXrd,
		executionUnits,
		rebate: rebateOf(deps, { symbol: withdrawn.symbol, costXrd }),
		judgedBeside: new Set(open.map(({ subintentHash }) => subintentHash)),
		...withFunds(funds),
	}
	return deps.matchQueue.match(candidate)
}

function withFunds(funds: AccountFunds | undefined): { funds?: AccountFunds } {
	return funds === undefined ? {} : { funds }
}
