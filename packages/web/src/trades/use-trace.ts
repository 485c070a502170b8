import type { TradeTrace } from '@accord/protocol'
import type { DexClient } from '@accord/sdk'
import { skipToken } from '@tanstack/react-query'
import { type RemoteData, useRemoteData } from '../session/remote-data.ts'
import { useSession } from '../session/session.tsx'
import { PageError } from '../sign/page-error.ts'

const everyMs = 1_000

/** A trade's trace, read repeatedly until nothing in it can change; none without an id. */
export function useTrace(subintentId: string | undefined): RemoteData<TradeTrace> {
	const { dex } = useSession()
	return useRemoteData({
		queryKey: ['trace', subintentId],
		queryFn: subintentId === undefined ? skipToken : () => readTrace(dex, subintentId),
		refetchInterval: ({ state: { data } }) => (data === undefined || isComplete(data) ? false : everyMs),
	})
}

/** The service's account of this trade and no other. @throws PageError for another, ConnectionError, TradeError */
export async function readTrace(dex: Pick<DexClient, 'tradeTrace'>, subintentId: string): Promise<TradeTrace> {
	const trace = await dex.tradeTrace(subintentId)
	if (trace.subintentId !== subintentId) throw new PageError('The service answered with another trade.')
	return trace
}

/** The root is read from the ledger, which may return it a moment after the order has settled. */
function isComplete({ state, roots }: TradeTrace): boolean {
	return state === 'settled' ? roots.length > 0 : state === 'unfilled' || state === 'expired' || state === 'cancelled'
}
