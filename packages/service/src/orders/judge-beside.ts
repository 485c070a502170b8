import type { GatewayClient, SignedPartialInfo } from '@accord/ledger'
import { type FeeInfo, type FeeRole, TradeError } from '@accord/protocol'
import type { Database } from '../db/tables.ts'
import type { Market } from '../market/market.ts'
import { type JudgedFunds, type OpenIntent, requireFunds } from './account-funds.ts'
import type { JudgedLimitOrder } from './judge-limit-order.ts'
import type { PreviewJudge } from './preview-judge.ts'
import { previewedBeside } from './previewed-beside.ts'
import { rebateOf } from './rebate-of.ts'
import type { AcceptedIntent } from './signed-limit-order-row.ts'

/** An order or a fill that its account can pay beside all that was open when it was judged. */
export type JudgedIntent = AcceptedIntent & JudgedFunds

export type JudgeBesideDeps = {
	readonly db: Database
	readonly market: Market
	readonly feeInfo: FeeInfo
	readonly gateway: Pick<GatewayClient, 'balances' | 'subintentStatus'>
	readonly previewJudge: Pick<PreviewJudge, 'judge'>
}

type ToJudge = {
	readonly judged: JudgedLimitOrder
	readonly info: SignedPartialInfo
	readonly role: FeeRole
	readonly signedPartialTransaction: string
	readonly open: readonly OpenIntent[]
}

/**
 * Holds an intent against what its account has and has open: its funds, then one preview.
 * @throws TradeError `insufficient_funds`, `too_many_open_orders`, `ledger_unavailable`, and what a preview refuses
 */
export async function judgeBeside(deps: JudgeBesideDeps, intent: ToJudge): Promise<JudgedIntent> {
	const { judged, info, role, signedPartialTransaction, open } = intent
	const { account, hasPrefix, withdrawn } = judged
	const funds = hasPrefix ? undefined : await requireFunds(deps, { account, wanted: withdrawn, open })
	const beside = await previewedBeside(deps.db, { hasPrefix, open })
	const { costXrd, executionUnits } = await deps.previewJudge.judge({ judged, info, role, beside })
	return {
		judged,
		signedPartialTransaction: signedPartialTransaction.toLowerCase(),
		costXrd,
		executionUnits,
		rebate: rebateOf(deps, { symbol: withdrawn.symbol, costXrd }),
		judgedBeside: open,
		...(funds === undefined ? {} : { funds }),
	}
}

const roundsMax = 4

/**
 * Judges and writes an intent; anew, in a next round, if that was stale: its account had opened something in between that
 * it must be judged beside.
 * @throws TradeError `busy` after some rounds
 */
export async function inRounds<Outcome>(judgeAndWrite: (round: number) => Promise<Outcome | 'stale'>): Promise<void> {
	for (let round = 1; round <= roundsMax; round++) {
		if ((await judgeAndWrite(round)) !== 'stale') return
	}
	const detail = 'the account opens orders or fills faster than they can be judged'
	throw new TradeError('busy', detail, { extra: { retry_after_s: 1 } })
}
