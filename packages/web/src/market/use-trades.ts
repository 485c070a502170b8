import type { TradesWire } from '@accord/protocol'
import type { Pair } from '@accord/sdk'
import { type RemoteData, useRemoteData } from '../session/remote-data.ts'
import { useSession } from '../session/session.tsx'

/** A trade that has settled. */
export type SettledTrade = TradesWire['trades'][number]

/** Settled trades, newest first. */
export type RecentTrades = RemoteData<readonly SettledTrade[]>

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
