import type { BrowserStorage } from '../session/browser-storage.ts'
import { type Alert, formatAlert, isWaiting, parseAlert } from './alert.ts'
import { alertsText, writeAlertsText } from './alerts-text.ts'
import { nextTime } from './repeat-times.ts'

/** As many as a reader can keep an eye on. */
export const alertsMax = 20

/** The alerts of a network, oldest first. Unreadable entries are ignored. */
export function readAlerts(storage: BrowserStorage, networkId: number): Alert[] {
	return readAll(storage).filter(alert => alert.networkId === networkId)
}

/** Adds an alert, unless there are too many or the browser stores nothing; returns whether it did. */
export function addAlert(storage: BrowserStorage, alert: Alert): boolean {
	const alerts = readAll(storage)
	return alerts.length < alertsMax && write(storage, [...alerts, alert])
}

export function removeAlert(storage: BrowserStorage, id: string): void {
	write(
		storage,
		readAll(storage).filter(alert => alert.id !== id),
	)
}

/** The reader has seen that it rang. */
export function quiet(storage: BrowserStorage, id: string): void {
	change(storage, id, alert => ({ ...alert, isRinging: false }))
}

/**
 * Notes that an alert rings, in all tabs. Returns whether it may: a price rings once, and so does each time of a repeat,
 * even if another tab has been faster.
 */
export function claimRing(storage: BrowserStorage, id: string, nowMs: number): boolean {
	const alert = readAll(storage).find(each => each.id === id)
	if (alert === undefined) return false
	if (alert.kind === 'price' ? !isWaiting(alert) : alert.nextAtMs > nowMs) return false
	change(storage, id, each => ({ ...passed(each, nowMs), rangAtMs: nowMs, isRinging: true }))
	return true
}

/** Leaves out a repeat's times that have passed without ringing. */
export function skipMissed(storage: BrowserStorage, id: string, nowMs: number): void {
	change(storage, id, alert => passed(alert, nowMs))
}

function passed(alert: Alert, nowMs: number): Alert {
	return alert.kind === 'repeat' ? { ...alert, nextAtMs: nextTime(alert, nowMs) } : alert
}

function change(storage: BrowserStorage, id: string, to: (alert: Alert) => Alert): void {
	write(
		storage,
		readAll(storage).map(alert => (alert.id === id ? to(alert) : alert)),
	)
}

function readAll(storage: BrowserStorage): Alert[] {
	try {
		const saved: unknown = JSON.parse(alertsText(storage) || '[]')
		if (!Array.isArray(saved)) return []
		const alerts = new Map(saved.flatMap(parseAlert).map(alert => [alert.id, alert]))
		return [...alerts.values()].slice(0, alertsMax)
	} catch {
		return []
	}
}

function write(storage: BrowserStorage, alerts: readonly Alert[]): boolean {
	return writeAlertsText(storage, alerts.length === 0 ? '' : JSON.stringify(alerts.map(formatAlert)))
}
