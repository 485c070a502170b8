import type { BrowserStorage } from '../session/browser-storage.ts'

// The little that the first load needs: whether there is anything to watch. The rest loads when there is.

const storageKey = 'accord.alerts'
const listeners = new Set<() => void>()

/** The alerts as they are stored, or nothing. Equal texts mean equal alerts. */
export function alertsText(storage: BrowserStorage): string {
	return storage.getItem(storageKey) ?? ''
}

/** How many of the stored alerts are of a network. */
export function countAlerts(text: string, networkId: number): number {
	return alertsOf(text, networkId).length
}

/** Whether one of them rings. */
export function isRinging(text: string, networkId: number): boolean {
	return alertsOf(text, networkId).some(one => one.isRinging === true)
}

function alertsOf(text: string, networkId: number): { readonly isRinging?: unknown }[] {
	try {
		const saved: unknown = JSON.parse(text || '[]')
		return Array.isArray(saved) ? saved.filter(one => one?.networkId === networkId) : []
	} catch {
		return []
	}
}

/** Stores the alerts, and tells this tab; the browser tells the others. Returns whether the browser stored them. */
export function writeAlertsText(storage: BrowserStorage, text: string): boolean {
	try {
		if (text === '') storage.removeItem(storageKey)
		else storage.setItem(storageKey, text)
	} catch {
		return false
	}
	for (const listener of listeners) listener()
	return alertsText(storage) === text
}

/** Calls back when an alert changes, in this tab or another one. */
export function subscribeAlerts(onChange: () => void): () => void {
	listeners.add(onChange)
	window.addEventListener('storage', onChange)
	return () => {
		listeners.delete(onChange)
		window.removeEventListener('storage', onChange)
	}
}
