import type { Trade } from '@accord/protocol'
import { type RemoteData, useRemoteData } from '../session/remote-data.ts'
import { useSession } from '../session/session.tsx'

/** Settled trades, newest first. */
export type RecentTrades = Pick<RemoteData<readonly Trade[]>, 'data' | 'error'>

const everyMs = 5_000

/** The latest settled trades of all pairs, polled. */
export function useLatestTrades(query: { readonly limit: number }): RecentTrades {
	const { dex } = useSession()
	return useRemoteData({
		queryKey: ['trades', query],
		queryFn: async () => (await dex.trades(query)).trades,
		refetchInterval: everyMs,
	})
}
