import { clockTime } from '../format/clock-time.ts'
import { formatSignificant } from '../format/format-amount.ts'
import { ownStorage } from '../session/browser-storage.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty } from '../ui/states.tsx'
import type { Alert } from './alert.ts'
import { swapWords } from './alert-words.ts'
import { everyWords } from './every.ts'
import { openReview } from './open-review.ts'
import { removeAlert } from './saved-alerts.ts'
import { SwapWords } from './swap-words.tsx'
import { useAlerts } from './use-alerts.ts'
import './alerts-panel.css'

/** All that the page watches for its reader. */
export function AlertsPanel() {
	const alerts = useAlerts()
	if (alerts.length === 0)
		return (
			<Panel title="Alerts">
				<Empty title="No alerts">“At my price…” in the form watches a price or the clock, and rings.</Empty>
			</Panel>
		)
	return (
		<Panel title="Alerts">
			<ul className="alerts">
				{alerts.map(alert => (
					<li key={alert.id} className="alert-entry">
						<div className="alert-words">
							<p>
								<SwapWords alert={alert} />
							</p>
							<p className="alert-when">{whenWords(alert)}</p>
						</div>
						{alert.rangAtMs !== undefined && (
							<Button onClick={() => openReview(alert)}>
								Review<span className="visually-hidden">: {swapWords(alert)}</span>
							</Button>
						)}
						<Button kind="quiet" onClick={() => removeAlert(ownStorage, alert.id)}>
							Remove<span className="visually-hidden">: {swapWords(alert)}</span>
						</Button>
					</li>
				))}
			</ul>
			<p className="alert-note">
				No order rests and nothing is locked. Keep this page open: it watches only while it is.
			</p>
		</Panel>
	)
}

function whenWords(alert: Alert): string {
	const rang = alert.rangAtMs === undefined ? '' : clockTime(alert.rangAtMs)
	if (alert.kind === 'repeat')
		return `${capital(everyWords(alert.everyMs))}, next at ${clockTime(alert.nextAtMs)}${rang === '' ? '' : `, last at ${rang}`}`
	const price = `${formatSignificant(alert.price, 9)} ${alert.pair.quote}`
	return rang === '' ? `Waits for ${price}` : `${price} was there at ${rang}`
}

function capital(words: string): string {
	return words.slice(0, 1).toUpperCase() + words.slice(1)
}
