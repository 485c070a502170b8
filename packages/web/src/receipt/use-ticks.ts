import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useAccount } from '../account/account.tsx'
import type { Outcome } from '../check/check.ts'
import { ownStorage } from '../session/browser-storage.ts'
import { useSession } from '../session/session.tsx'
import { readReceipts, receiptsText, subscribeReceipts } from './kept-receipts.ts'
import { checkInIdleTime } from './use-checked-trade.ts'

/** Each check asks the service once and the Gateway twice. */
const checkedAtOnceMax = 20

/**
 * What this browser found for each of these settled orders; those not yet checked are checked one after the other in
 * idle time, the first ones only. An order that cannot be checked is left out until the next visit.
 */
export function useTicks(settledIds: readonly string[]): ReadonlyMap<string, Outcome> {
	const { dex, page, tokens } = useSession()
	const { gateway } = useAccount()
	const text = useSyncExternalStore(subscribeReceipts, () => receiptsText(ownStorage))
	const ids = settledIds.slice(0, checkedAtOnceMax).join(' ')
	// biome-ignore lint/correctness/useExhaustiveDependencies: a visit checks once, whatever it keeps meanwhile
	useEffect(() => {
		let isLeft = false
		const checkAll = async () => {
			for (const id of ids.split(' ').filter(id => id !== '')) {
				if (isLeft) return
				const known = readReceipts(ownStorage).get(id)?.outcome
				if (known === 'holds' || known === 'fails') continue
				const trace = await dex.tradeTrace(id)
				if (!isLeft && trace.roots.length > 0)
					await checkInIdleTime(trace, { gateway, networkId: page.networkId, tokens })
			}
		}
		checkAll().catch(() => undefined)
		return () => {
			isLeft = true
		}
	}, [ids])
	// biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for what is kept
	return useMemo(() => {
		const kept = [...readReceipts(ownStorage)]
		return new Map(kept.flatMap(([id, { outcome }]) => (outcome === undefined ? [] : [[id, outcome] as const])))
	}, [text])
}
