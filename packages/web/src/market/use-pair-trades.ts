import { type Pair, streamedTradesMax, TradeError, withNewTrade } from '@accord/protocol'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useSession } from '../session/session.tsx'
import type { RecentTrades } from './use-trades.ts'

const tryAgainAfterMs = 1_000
const waiting: RecentTrades = { data: undefined, error: undefined }

/**
 * The latest settled trades of a pair as they settle. A hidden tab follows none.
 */
export function usePairTrades({ base, quote }: Pair): RecentTrades {
	const { dex } = useSession()
	const isHidden = useSyncExternalStore(subscribeToVisibility, () => document.hidden)
	const key = `${base}/${quote}`
	const [recent, setRecent] = useState({ key, ...waiting })
	useEffect(() => {
		if (isHidden) return
		const leaving = new AbortController()
		const { signal } = leaving
		const show = (change: (shown: RecentTrades) => RecentTrades) => {
			if (!signal.aborted) setRecent(shown => ({ key, ...change(shown.key === key ? shown : waiting) }))
		}
		const read = async () => {
			for await (const event of dex.followTrades({ base, quote }, { signal, giveUpAfterMs: Number.POSITIVE_INFINITY }))
				show(({ data = [] }) => ({
					data: event.event === 'snapshot' ? event.trades : withNewTrade(data, event.trade, streamedTradesMax),
					error: undefined,
				}))
		}
		const follow = async () => {
			while (!signal.aborted) {
				await read().catch(error => error instanceof TradeError && show(({ data }) => ({ data, error })))
				if (!signal.aborted) await new Promise(resolve => setTimeout(resolve, tryAgainAfterMs))
			}
		}
		void follow()
		return () => leaving.abort()
	}, [dex, base, quote, key, isHidden])
	return recent.key === key ? recent : waiting
}

function subscribeToVisibility(onChange: () => void): () => void {
	document.addEventListener('visibilitychange', onChange)
	return () => document.removeEventListener('visibilitychange', onChange)
}
