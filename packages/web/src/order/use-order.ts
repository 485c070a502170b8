import { type OrderStatusWire, TradeError } from '@accord/sdk'
import { useCallback, useEffect, useState } from 'react'
import { useSession } from '../session/session.tsx'

/** An order as it goes on its way: the newest status, or why there is none. */
export type FollowedOrder = { readonly status?: OrderStatusWire; readonly error?: unknown; readonly retry: () => void }

/** Follows an order until it is final, over lost connections and reloads. */
export function useOrder(subintentId: string): FollowedOrder {
	const { dex } = useSession()
	const [known, setKnown] = useState<{ id: string; status?: OrderStatusWire; error?: unknown }>()
	const [attempt, setAttempt] = useState(0)
	const retry = useCallback(() => setAttempt(count => count + 1), [])
	// biome-ignore lint/correctness/useExhaustiveDependencies: each attempt follows anew
	useEffect(() => {
		const leaving = new AbortController()
		const { signal } = leaving
		const show = (status: OrderStatusWire) => {
			if (!signal.aborted) setKnown({ id: subintentId, status })
		}
		const follow = async () => {
			show(await dex.order(subintentId, { signal }))
			for await (const _ of dex.followOrder(subintentId, { signal, giveUpAfterMs: Number.POSITIVE_INFINITY }))
				show(await dex.order(subintentId, { signal }))
		}
		follow().catch(error => {
			if (signal.aborted) return
			setKnown(before => ({ ...(before?.id === subintentId ? before : { id: subintentId }), error }))
			// What no other try can mend is said; the rest is tried again until it works.
			if (!(error instanceof TradeError && error.code === 'unknown_order'))
				setTimeout(() => !signal.aborted && retry(), 2_000)
		})
		return () => leaving.abort()
	}, [dex, subintentId, attempt, retry])
	if (known === undefined || known.id !== subintentId) return { retry }
	return { ...known, retry }
}
