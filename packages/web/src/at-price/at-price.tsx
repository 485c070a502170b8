import { useSyncExternalStore } from 'react'
import { isEmbedded } from '../embed/host.ts'
import { ownStorage } from '../session/browser-storage.ts'
import { laterPart } from '../ui/later-part.tsx'
import { alertsText, subscribeAlerts } from './alerts-text.ts'
import './at-price.css'

// What the first load has of alerts: the button, and a place for what loads once there are any. A frame on another page
// may be gone at any time, and has none.

const watch = laterPart(async () => (await import('./alerts-watch.tsx')).AlertsWatch)

/** Watches the form's swap. */
export const { Part: AtPriceDialog } = laterPart(async () => (await import('./at-price-dialog.tsx')).AtPriceDialog)

/** Opens the dialog. */
export function AtPriceButton({ onOpen }: { onOpen: () => void }) {
	if (isEmbedded()) return null
	return (
		<button type="button" className="text-button at-price-button" aria-haspopup="dialog" onClick={onOpen}>
			At my price…
		</button>
	)
}

/** Watches and rings, in any view. */
export function AlertsWatch() {
	return useHasAlerts() ? <watch.Part /> : null
}

/** Whether anything is watched. */
export function useHasAlerts(): boolean {
	return useSyncExternalStore(subscribeAlerts, () => alertsText(ownStorage)) !== ''
}
