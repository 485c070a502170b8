import { useMemo, useSyncExternalStore } from 'react'
import { ownStorage } from '../session/browser-storage.ts'
import { useSession } from '../session/session.tsx'
import type { Alert } from './alert.ts'
import { alertsText, subscribeAlerts } from './alerts-text.ts'
import { readAlerts } from './saved-alerts.ts'

/** What is watched on this network, oldest first, as this and other tabs change it. */
export function useAlerts(): readonly Alert[] {
	const { networkId } = useSession().page
	const text = useSyncExternalStore(subscribeAlerts, () => alertsText(ownStorage))
	// biome-ignore lint/correctness/useExhaustiveDependencies: the text is what is read
	return useMemo(() => readAlerts(ownStorage, networkId), [text, networkId])
}
