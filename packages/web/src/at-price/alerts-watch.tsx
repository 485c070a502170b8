import { useEffect, useRef, useSyncExternalStore } from 'react'
import { currentHash, navigate, subscribeToHash } from '../app/navigate.ts'
import { formatRoute, parseRoute } from '../app/route.ts'
import { ownStorage } from '../session/browser-storage.ts'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Alert } from './alert.ts'
import { reviewRoute, ringWords } from './alert-words.ts'
import { openReview } from './open-review.ts'
import { isReaderIdle } from './reader-idle.ts'
import { notify, ring } from './ring.ts'
import { quiet } from './saved-alerts.ts'
import { SwapWords } from './swap-words.tsx'
import { useAlerts } from './use-alerts.ts'
import { inOneTab, watchAlerts } from './watch-alerts.ts'
import './alerts-watch.css'

/** Watches in one tab; shows in every one what rings, until the reader reacts. */
export function AlertsWatch() {
	const { dex, page, tokens } = useSession()
	const { networkId } = page
	const ringing = useAlerts().filter(({ isRinging }) => isRinging)
	useEffect(() => {
		const leaving = new AbortController()
		const market = { dex, storage: ownStorage, networkId, tokens, onRing }
		inOneTab(signal => watchAlerts(market, signal), leaving.signal)
		return () => leaving.abort()
	}, [dex, networkId, tokens])
	return (
		<div className="alerts-ringing" role="alert">
			{ringing.map(alert => (
				<Ringing key={`${alert.id} ${alert.rangAtMs}`} alert={alert} />
			))}
		</div>
	)
}

/** Gone once the reader has been at its review. */
function Ringing({ alert }: { alert: Alert }) {
	const isOpen = useSyncExternalStore(subscribeToHash, currentHash) === formatRoute(reviewRoute(alert))
	const wasOpen = useRef(false)
	useEffect(() => {
		if (wasOpen.current && !isOpen) quiet(ownStorage, alert.id)
		wasOpen.current = isOpen
	}, [isOpen, alert.id])
	return (
		<div className="alert-ringing">
			<p>
				{alert.kind === 'repeat' ? 'It is time' : 'The book gives your price'}: <SwapWords alert={alert} />
			</p>
			<div className="alert-ringing-actions">
				{!isOpen && (
					<Button kind="primary" onClick={() => openReview(alert)}>
						Review
					</Button>
				)}
				<button type="button" className="icon-button" aria-label="Close" onClick={() => quiet(ownStorage, alert.id)}>
					<Icon name="cross" />
				</button>
			</div>
		</div>
	)
}

/** In the tab that watches. A reader in the middle of something is not moved elsewhere: the banner has the button. */
function onRing(alert: Alert): void {
	ring()
	notify(ringWords(alert), () => openReview(alert))
	const { id, swap } = parseRoute(currentHash())
	const isBusy = id !== undefined || swap?.step === 'review' || document.querySelector('dialog[open]') !== null
	if (!isBusy && isReaderIdle()) navigate(reviewRoute(alert), 'push')
}
