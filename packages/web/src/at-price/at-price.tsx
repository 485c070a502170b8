import { useSyncExternalStore } from 'react'
import { isEmbedded } from '../embed/host.ts'
import { ownStorage } from '../session/browser-storage.ts'
import { useSession } from '../session/session.tsx'
import { laterPart } from '../ui/later-part.tsx'
import type { Alert } from './alert.ts'
import { alertsText, countAlerts, isRinging, subscribeAlerts } from './alerts-text.ts'
import './at-price.css'

// What the first load has of alerts: the button, and a place for what loads once there are any. A frame on another page
// may be gone at any time, and has none.

const watch = laterPart(async () => (await import('./alerts-watch.tsx')).AlertsWatch)

/** Watches the form's swap. */
export const { Part: AtPriceDialog } = laterPart(async () => (await import('./at-price-dialog.tsx')).AtPriceDialog)

type AtPriceButtonsProps = {
	readonly onOpen: (kind: Alert['kind']) => void
	/** What the page has begun to watch, or needs for that. */
	readonly news: string
}

/** Open the dialog, and say what came of it. */
export function AtPriceButtons({ onOpen, news }: AtPriceButtonsProps) {
	if (isEmbedded()) return null
	return (
		<div className="at-price-buttons">
			<button type="button" className="text-button" aria-haspopup="dialog" onClick={() => onOpen('price')}>
				At my price…
			</button>
			<button type="button" className="text-button" aria-haspopup="dialog" onClick={() => onOpen('repeat')}>
				Repeat…
			</button>
			<p className="at-price-watched" role="status">
				{news}
			</p>
		</div>
	)
}

/** Watches and rings, in any view. */
export function AlertsWatch() {
	return useHasAlerts() ? <watch.Part /> : null
}

function useHasAlerts(): boolean {
	return useAlertsText() !== ''
}

/** How much is watched on this network. */
export function useAlertCount(): number {
	const { networkId } = useSession().page
	return countAlerts(useAlertsText(), networkId)
}

/** Whether something rings that its reader has not seen. */
export function useIsRinging(): boolean {
	const { networkId } = useSession().page
	return isRinging(useAlertsText(), networkId)
}

function useAlertsText(): string {
	return useSyncExternalStore(subscribeAlerts, () => alertsText(ownStorage))
}
