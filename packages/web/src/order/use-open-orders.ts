import type { OrderStatus, OrderStatuses } from '@accord/protocol'
import { useEffect, useRef, useState } from 'react'
import { useRemoteData } from '../session/remote-data.ts'
import { useSession } from '../session/session.tsx'
import { useSavedOrders } from '../session/use-saved-orders.ts'
import { endedOrders, type OpenOrder, openOrders } from './open-orders.ts'

const everyMs = 1_000
const none: OrderStatuses = { orders: [], unknown: [] }

/** The open orders of this browser, and those that have ended since the user last looked. */
export function useOpenOrders(): {
	readonly open: readonly OpenOrder[]
	readonly ended: readonly OrderStatus[]
	/** Dismisses the orders that have ended. */
	readonly dismiss: () => void
	/** What the service says about all orders of this browser. */
	readonly statuses: OrderStatuses
} {
	const { dex, page } = useSession()
	const saved = useSavedOrders(page.networkId)
	const ids = saved.map(({ subintentId }) => subintentId)
	const [idsAtStart] = useState(ids)
	const { data } = useRemoteData<OrderStatuses>({
		queryKey: ['open-orders', ids],
		queryFn: () => dex.orders(ids),
		enabled: ids.length > 0,
		refetchInterval: ({ state }) => (openOrders(saved, state.data ?? none, Date.now()).length > 0 ? everyMs : false),
		refetchIntervalInBackground: true,
		placeholderData: previous => previous,
	})
	// Until the service has reported on the earlier orders, only those sent since count as open.
	const considered = data === undefined ? saved.filter(({ subintentId }) => !idsAtStart.includes(subintentId)) : saved
	const open = openOrders(considered, data ?? none, Date.now())
	return { open, statuses: data ?? none, ...useEnded(open, data ?? none) }
}

function useEnded(open: readonly OpenOrder[], statuses: OrderStatuses) {
	const [ended, setEnded] = useState<readonly OrderStatus[]>([])
	const before = useRef<readonly OpenOrder[]>([])
	useEffect(() => {
		const more = endedOrders(before.current, statuses)
		before.current = open
		if (more.length > 0) setEnded(known => [...more, ...known].slice(0, endedMax))
	})
	return { ended, dismiss: () => setEnded([]) }
}

/** More than an account may have open. */
const endedMax = 10
