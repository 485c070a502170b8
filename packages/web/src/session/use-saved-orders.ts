import { useMemo, useSyncExternalStore } from 'react'
import { ownStorage } from './browser-storage.ts'
import { readSavedOrders, type SavedOrder, savedOrdersText, subscribeSavedOrders } from './saved-orders.ts'

/** The orders sent from this browser on a network, newest first, updated as this and other tabs save and remove them. */
export function useSavedOrders(networkId: number): readonly SavedOrder[] {
	const text = useSyncExternalStore(subscribeSavedOrders, () => savedOrdersText(ownStorage))
	// biome-ignore lint/correctness/useExhaustiveDependencies: the text is what is read
	return useMemo(() => readSavedOrders(ownStorage, networkId), [text, networkId])
}
