import type { Candle, CandleInterval, Pair, Trade } from '@accord/protocol'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type RemoteData, useRemoteData } from '../session/remote-data.ts'
import { useSession } from '../session/session.tsx'
import { atMostEvery, type Paced } from './at-most-every.ts'
import { withNewest } from './with-newest.ts'

const newestMax = 500
/** Several trades may settle at the same moment, possibly at the start of an interval. */
const read = { afterMs: 250, everyMs: 1_000, candles: 3 }

type CandlesOptions = {
	readonly interval: CandleInterval
	/** The pair's last trade. */
	readonly newest: Trade | undefined
	readonly limit?: number
	/** How often all of them are read again; by default only if some may be missing. */
	readonly everyMs?: number
}

/** A pair's candles, oldest first: all of them are read, then the newest again whenever a trade has settled. */
export function useCandles(
	{ base, quote }: Pair,
	{ interval, newest, limit = newestMax, everyMs }: CandlesOptions,
): RemoteData<readonly Candle[]> {
	const { dex } = useSession()
	const client = useQueryClient()
	const remote = useRemoteData<readonly Candle[]>({
		queryKey: ['candles', base, quote, interval, limit],
		queryFn: async () => (await dex.candles({ base, quote }, { interval, limit })).candles.toReversed(),
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: 0,
		...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
	})
	const updates = useRef<Paced>(undefined)
	useEffect(() => {
		const queryKey = ['candles', base, quote, interval, limit]
		const update = async () => {
			const { candles } = await dex.candles({ base, quote }, { interval, limit: read.candles })
			const known = client.getQueryData<readonly Candle[]>(queryKey)
			if (known === undefined) return
			const updated = withNewest(known, candles.toReversed())
			if (updated === undefined) await client.invalidateQueries({ queryKey })
			else client.setQueryData(queryKey, updated.slice(-limit))
		}
		const paced = atMostEvery(read, () => update().catch(() => client.invalidateQueries({ queryKey })))
		updates.current = paced
		return () => paced.stop()
	}, [dex, client, base, quote, interval, limit])
	const newestId = newest?.subintentId
	const isLoaded = remote.data !== undefined
	// biome-ignore lint/correctness/useExhaustiveDependencies: each interval of each pair has its own updates
	useEffect(() => {
		if (newestId !== undefined && isLoaded) updates.current?.ask()
	}, [newestId, isLoaded, base, quote, interval])
	return remote
}
