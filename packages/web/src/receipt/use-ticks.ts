import type { TradeTrace } from '@accord/protocol'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useAccount } from '../account/account.tsx'
import type { Outcome } from '../check/check.ts'
import type { CheckedTrade } from '../check/check-trade.ts'
import { ownStorage } from '../session/browser-storage.ts'
import { useSession } from '../session/session.tsx'
import { readTrace } from '../trades/use-trace.ts'
import {
	type Figures,
	figuresText,
	keepReceipt,
	outcomeFor,
	readReceipts,
	receiptsText,
	subscribeReceipts,
} from './kept-receipts.ts'
import { outcomeOf, sentencesOf } from './receipt.ts'
import { checkInIdleTime } from './use-checked-trade.ts'

/** Each check asks the service once and the Gateway twice. */
const checkedAtOnceMax = 20

type Settled = Figures & { readonly subintentId: string }

/**
 * What this browser found for each of these settled orders, with the figures shown; those not yet checked are checked one
 * after the other in idle time, the first ones only. An order that cannot be checked is left out until the next visit.
 */
export function useTicks(settled: readonly Settled[]): ReadonlyMap<string, Outcome> {
	const { dex, page, tokens } = useSession()
	const { gateway } = useAccount()
	const kept = useSyncExternalStore(subscribeReceipts, () => receiptsText(ownStorage))
	const shown = JSON.stringify(settled.map(order => [order.subintentId, figuresText(order)]))
	// biome-ignore lint/correctness/useExhaustiveDependencies: a visit checks once, whatever it keeps meanwhile
	useEffect(() => {
		let isLeft = false
		const checkAll = async () => {
			for (const [id, of] of parse(shown).slice(0, checkedAtOnceMax)) {
				if (isLeft) return
				const verdict = readReceipts(ownStorage).get(id)?.verdict
				if (verdict?.of === of && verdict.outcome !== 'unknown') continue
				const trace = await readTrace(dex, id)
				if (isLeft || trace.roots.length === 0) continue
				keepVerdict(trace, await checkInIdleTime(trace, { gateway, networkId: page.networkId, tokens }))
			}
		}
		checkAll().catch(() => undefined)
		return () => {
			isLeft = true
		}
	}, [shown])
	// biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for what is kept
	return useMemo(() => {
		const receipts = readReceipts(ownStorage)
		const ticks = parse(shown).map(([id, of]) => [id, outcomeFor(of, receipts.get(id)?.verdict)] as const)
		return new Map(ticks.flatMap(([id, outcome]) => (outcome === undefined ? [] : [[id, outcome] as const])))
	}, [kept, shown])
}

function parse(shown: string): readonly (readonly [id: string, of: string])[] {
	return JSON.parse(shown)
}

/** Keeps what a check found, with the figures that it was about. */
export function keepVerdict(trace: TradeTrace, checked: CheckedTrade): void {
	const outcome = outcomeOf(sentencesOf(trace, checked))
	keepReceipt(ownStorage, trace.subintentId, { verdict: { outcome, of: figuresText(trace) } })
}
