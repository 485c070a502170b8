import { navigate } from '../app/navigate.ts'
import { ownStorage } from '../session/browser-storage.ts'
import type { Alert } from './alert.ts'
import { reviewRoute } from './alert-words.ts'
import { quiet } from './saved-alerts.ts'

/** The reader reviews what an alert watches: it rings no more. */
export function openReview(alert: Alert): void {
	quiet(ownStorage, alert.id)
	navigate(reviewRoute(alert), 'push')
}
