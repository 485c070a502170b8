import { Decimal, type OrderStatus } from '@accord/protocol'
import { stateKind } from '../order/timeline.ts'
import { ownStorage } from '../session/browser-storage.ts'
import { useRemoteData } from '../session/remote-data.ts'
import { readSavedOrders } from '../session/saved-orders.ts'
import { useSession } from '../session/session.tsx'

/** What the open orders of an account will still withdraw, by symbol. */
export type HeldFunds = ReadonlyMap<string, Decimal>

const everyMs = 5_000
/** No order stays open for this long after it was sent. */
const openMaxMs = 10 * 60_000

/** What an account's open orders sent from this browser hold; undefined until known. */
export function useHeldFunds(account: string | undefined): HeldFunds | undefined {
	const { dex, page } = useSession()
	return useRemoteData<HeldFunds>({
		queryKey: ['held-funds', account],
		queryFn: async () => {
			const since = Date.now() - openMaxMs
			const recent = readSavedOrders(ownStorage, page.networkId).filter(order => {
				return order.account === account && order.sentAtMs > since
			})
			if (recent.length === 0) return new Map()
			const { orders } = await dex.orders(recent.map(({ subintentId }) => subintentId))
			return heldBy(orders)
		},
		enabled: account !== undefined,
		refetchInterval: everyMs,
		// An order may have been sent since the form was last shown.
		gcTime: 0,
	}).data
}

function heldBy(orders: readonly OrderStatus[]): HeldFunds {
	const held = new Map<string, Decimal>()
	for (const {
		state,
		limitOrder: { sell },
		fee,
	} of orders) {
		if (stateKind(state) !== 'open') continue
		const before = held.get(sell.symbol) ?? Decimal.zero
		held.set(sell.symbol, Decimal.sum([before, sell.amount, fee.platformAmount, fee.settlementAmount]))
	}
	return held
}
