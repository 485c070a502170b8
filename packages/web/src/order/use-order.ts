import { type OrderStatusWire, TradeError } from '@accord/sdk'
import { type RemoteData, useRemoteData } from '../session/remote-data.ts'
import { useSession } from '../session/session.tsx'

/** Follows an order until it is final, across lost connections. The query stays open meanwhile; each event updates its data. */
export function useOrder(subintentId: string): RemoteData<OrderStatusWire> {
	const { dex } = useSession()
	return useRemoteData({
		queryKey: ['order', subintentId],
		queryFn: async ({ client, queryKey, signal }) => {
			const read = async () => {
				const status = await dex.order(subintentId, { signal })
				client.setQueryData(queryKey, status)
				return status
			}
			let status = await read()
			const events = dex.followOrder(subintentId, { signal, giveUpAfterMs: Number.POSITIVE_INFINITY })
			for await (const _ of events) status = await read()
			return status
		},
		retry: (_failures, error) => !(error instanceof TradeError && error.code === 'unknown_order'),
	})
}
