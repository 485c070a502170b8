import type { TradeTrace } from '@accord/protocol'
import { skipToken } from '@tanstack/react-query'
import { type RemoteData, useRemoteData } from '../session/remote-data.ts'
import { useSession } from '../session/session.tsx'

const everyMs = 1_000

/** A trade's trace, read repeatedly until nothing in it can change; none without an id. */
export function useTrace(subintentId: string | undefined): RemoteData<TradeTrace> {
	const { dex } = useSession()
	return useRemoteData({
		queryKey: ['trace', subintentId],
		queryFn: subintentId === undefined ? skipToken : () => dex.tradeTrace(subintentId),
		refetchInterval: ({ state: { data } }) => (data === undefined || isComplete(data) ? false : everyMs),
	})
}

/** The root is read from the ledger, which may return it a moment after the order has settled. */
function isComplete({ state, roots }: TradeTrace): boolean {
	return state === 'settled' ? roots.length > 0 : state === 'unfilled' || state === 'expired' || state === 'cancelled'
}
