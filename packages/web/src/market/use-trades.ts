import type { Pair, Trade } from '@accord/protocol'
import { type RemoteData, useRemoteData } from '../session/remote-data.ts'
import { useSession } from '../session/session.tsx'

/** Settled trades, newest first. */
export type RecentTrades = RemoteData<readonly Trade[]>

const everyMs = 2_000

/** The latest settled trades of a pair, or of all pairs. */
export function useTrades(query: { pair?: Pair; limit: number }): RecentTrades {
	const { dex } = useSession()
	return useRemoteData({
		queryKey: ['trades', query],
		queryFn: async () => (await dex.trades(query)).trades,
		refetchInterval: everyMs,
	})
}
