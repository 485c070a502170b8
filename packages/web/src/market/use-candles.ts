import type { Candle, CandleInterval, Pair, Trade } from '@accord/protocol'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type RemoteData, useRemoteData } from '../session/remote-data.ts'
import { useSession } from '../session/session.tsx'
import { withNewest } from './with-newest.ts'

const shownMax = 500
/** More than one trade settles in a moment, and may begin an interval. */
const read = { afterMs: 250, candles: 3 }

/** A pair's candles, oldest first: all of them once, then the newest again whenever a trade has settled. */
export function useCandles(
	{ base, quote }: Pair,
	interval: CandleInterval,
	newest: Trade | undefined,
): RemoteData<readonly Candle[]> {
	const { dex } = useSession()
	const client = useQueryClient()
	const queryKey = ['candles', base, quote, interval]
	const remote = useRemoteData<readonly Candle[]>({
		queryKey,
		queryFn: async () => (await dex.candles({ base, quote }, { interval, limit: shownMax })).candles.toReversed(),
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: 0,
	})
	const newestId = newest?.subintentId
	const isLoaded = remote.data !== undefined
	useEffect(() => {
		if (newestId === undefined || !isLoaded) return
		const key = ['candles', base, quote, interval]
		const update = async () => {
			const { candles } = await dex.candles({ base, quote }, { interval, limit: read.candles })
			const known = client.getQueryData<readonly Candle[]>(key)
			if (known === undefined) return
			const updated = withNewest(known, candles.toReversed())
			if (updated === undefined) void client.invalidateQueries({ queryKey: key })
			else client.setQueryData(key, updated.slice(-shownMax))
		}
		const timer = setTimeout(() => {
			update().catch(() => client.invalidateQueries({ queryKey: key }))
		}, read.afterMs)
		return () => clearTimeout(timer)
	}, [dex, client, base, quote, interval, newestId, isLoaded])
	return remote
}
