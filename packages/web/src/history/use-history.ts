import type { OrderStatusesWire } from '@accord/sdk'
import { useCallback, useEffect, useState } from 'react'
import { forgetOrders, type KeptOrder, readKeptOrders } from '../session/kept-orders.ts'
import { useSession } from '../session/session.tsx'
import { type HistoryRow, hasOpen, historyRows } from './history-rows.ts'

const askAgainAfterMs = 2_000

/** The orders of this browser on this network, and how they stand; asked again while one is open. */
export function useHistory(account?: string) {
	const { dex, page } = useSession()
	const [kept, setKept] = useState<readonly KeptOrder[]>(() => readKeptOrders(localStorage, page.networkId))
	const [answer, setAnswer] = useState<OrderStatusesWire>()
	const [error, setError] = useState<unknown>()
	const [attempt, setAttempt] = useState(0)
	const retry = useCallback(() => setAttempt(count => count + 1), [])
	// biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks anew
	useEffect(() => {
		if (kept.length === 0) return
		let isLeft = false
		let timer: ReturnType<typeof setTimeout> | undefined
		dex.orders(kept.map(({ subintentId }) => subintentId)).then(
			found => {
				if (isLeft) return
				setAnswer(found)
				setError(undefined)
				if (hasOpen(historyRows(kept, found))) timer = setTimeout(retry, askAgainAfterMs)
			},
			failure => {
				if (isLeft) return
				setError(failure)
				timer = setTimeout(retry, askAgainAfterMs)
			},
		)
		return () => {
			isLeft = true
			clearTimeout(timer)
		}
	}, [dex, kept, attempt, retry])
	const rows: HistoryRow[] = historyRows(kept, answer, account)
	const forgetUnknown = () => {
		forgetOrders(localStorage, answer?.unknown ?? [])
		setKept(readKeptOrders(localStorage, page.networkId))
	}
	return { rows, error: answer === undefined ? error : undefined, isKnown: answer !== undefined, retry, forgetUnknown }
}
