import { TradeError } from '@accord/protocol'
import type { LedgerTime } from './header-rules.ts'
import type { JudgedLimitOrder } from './judge-limit-order.ts'

/** Where the ledger stands, and where it stood a moment ago, which costs no question. */
export type LedgerStates = { state(): Promise<LedgerTime>; recentState(): Promise<LedgerTime> }

/**
 * Judges by where the ledger stood a moment ago; only what that would refuse is judged by where it stands now. The one
 * thing that a moment can make worse, an epoch that has ended since, the preview finds.
 */
export async function judgeByLedger(
	ledger: LedgerStates,
	judge: (ledgerState: LedgerTime) => JudgedLimitOrder,
): Promise<JudgedLimitOrder> {
	try {
		return judge(await ledger.recentState())
	} catch (error) {
		if (!(error instanceof TradeError)) throw error
		return judge(await ledger.state())
	}
}
