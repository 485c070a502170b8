import { useState } from 'react'
import { notificationState } from './ring.ts'

/** Whether the browser shows a notification, too: the reader is asked only after a click. */
export function NotifyChoice() {
	const [state, setState] = useState(notificationState)
	if (state === undefined) return null
	return (
		<p className="at-price-means" role="status">
			{state === 'granted' && 'Your browser also shows a notification when it rings.'}
			{state === 'denied' && 'Your browser blocks notifications of this page: it only rings.'}
			{state === 'default' && (
				<button
					type="button"
					className="text-button"
					onClick={() => void Notification.requestPermission().then(setState)}
				>
					Also notify me while I look elsewhere
				</button>
			)}
		</p>
	)
}
