import type { OrderPage, OrderStatuses } from '@accord/protocol'
import type { DexClient } from '@accord/sdk'
import { type InfiniteData, skipToken, useInfiniteQuery } from '@tanstack/react-query'
import { ownStorage } from '../session/browser-storage.ts'
import { type RemoteData, useRemoteData } from '../session/remote-data.ts'
import { removeOrders, type SavedOrder } from '../session/saved-orders.ts'
import { useSession } from '../session/session.tsx'
import { useSavedOrders } from '../session/use-saved-orders.ts'
import { hasOpen, historyRows } from './history-rows.ts'

const everyMs = 2_000

/** The orders of this browser on this network, and what the service says about them, polled while one is open. */
export function useOwnOrders(): {
	readonly saved: readonly SavedOrder[]
	readonly statuses: RemoteData<OrderStatuses>
	readonly removeUnknown: () => void
} {
	const { dex, page } = useSession()
	const saved = useSavedOrders(page.networkId)
	const subintentIds = saved.map(({ subintentId }) => subintentId)
	const statuses = useRemoteData<OrderStatuses>({
		queryKey: ['orders', subintentIds],
		queryFn: () => dex.orders(subintentIds),
		enabled: saved.length > 0,
		// When another tab sends an order, the other orders' states stay known.
		placeholderData: previous => previous,
		// An identical answer counts, too: an order that did not arrive in time is unknown.
		structuralSharing: false,
		refetchInterval: ({ state }) =>
			hasOpen(historyRows({ saved, statuses: state.data, listed: [], nowMs: Date.now() })) ? everyMs : false,
	})
	const removeUnknown = () => {
		const rows = historyRows({ saved, statuses: statuses.data, listed: [], nowMs: Date.now() })
		const unknown = rows.filter(({ state }) => state === 'unknown')
		removeOrders(
			ownStorage,
			unknown.map(({ subintentId }) => subintentId),
		)
	}
	return { saved, statuses, removeUnknown }
}

const pageSize = 50
/** Each order is requested again with every poll. */
const pagesMax = 10
const pagesEveryMs = 10_000

export type AccountOrders = {
	/** The orders loaded so far, newest first; undefined until the first ones have loaded, or without an account. */
	readonly orders: OrderPage['orders'] | undefined
	readonly error: unknown
	readonly retry: () => void
	/** Loads older orders; absent if there are none, or if the maximum is shown. */
	readonly more?: () => void
	readonly isLoadingMore: boolean
	/** Whether there are older orders that are not shown. */
	readonly isCut: boolean
}

/** As many as the service returns at once, and as many as a file may have. */
const exportPageSize = 100
const exportPagesMax = 100

/** All published orders of an account, newest first, or the newest 10,000. @throws ConnectionError, TradeError */
export async function allAccountOrders(
	dex: Pick<DexClient, 'accountOrders'>,
	account: string,
): Promise<{ readonly orders: OrderPage['orders']; readonly isCut: boolean }> {
	const orders: OrderPage['orders'][number][] = []
	let before: string | undefined
	for (let page = 0; page < exportPagesMax; page++) {
		const options = { limit: exportPageSize, ...(before === undefined ? {} : { before }) }
		const answer = await dex.accountOrders(account, options)
		orders.push(...answer.orders)
		before = answer.next
		if (before === undefined) break
	}
	return { orders, isCut: before !== undefined }
}

/** The published orders of an account, wherever they were sent from. */
export function useAccountOrders(account: string | undefined): AccountOrders {
	const { dex } = useSession()
	const query = useInfiniteQuery<
		OrderPage,
		Error,
		InfiniteData<OrderPage, string | undefined>,
		readonly unknown[],
		string | undefined
	>({
		queryKey: ['account orders', account],
		queryFn:
			account === undefined
				? skipToken
				: ({ pageParam }) =>
						dex.accountOrders(account, {
							limit: pageSize,
							...(pageParam === undefined ? {} : { before: pageParam }),
						}),
		initialPageParam: undefined,
		getNextPageParam: last => last.next,
		refetchInterval: pagesEveryMs,
	})
	const { data, failureReason, hasNextPage, isFetching, isFetchingNextPage, fetchNextPage, refetch } = query
	const isFull = data !== undefined && data.pages.length >= pagesMax
	return {
		orders: data?.pages.flatMap(({ orders }) => orders),
		error: failureReason ?? undefined,
		retry: () => void refetch(),
		...(hasNextPage && !isFull ? { more: () => !isFetching && void fetchNextPage() } : {}),
		isLoadingMore: isFetchingNextPage,
		isCut: hasNextPage && isFull,
	}
}
