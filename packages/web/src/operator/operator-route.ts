import { useSyncExternalStore } from 'react'
import { currentHash, subscribeToHash } from '../app/navigate.ts'

/** A place in the operator's view: the trace of an order, or the orders found by what was entered. */
export type OperatorRoute = { readonly order?: string; readonly find?: string }

/** Parses the address bar's hash, such as `#/order/subtxid_…`; anything unknown is the view itself. */
export function parseOperatorRoute(hash: string): OperatorRoute {
	const [, name, encoded] = /^#\/(order|find)\/(.+)$/.exec(hash) ?? []
	const text = decode(encoded ?? '')
	if (text === '') return {}
	return name === 'order' ? { order: text } : { find: text }
}

/** Formats a place as a hash. */
export function formatOperatorRoute({ order, find }: OperatorRoute): string {
	if (order !== undefined) return `#/order/${encodeURIComponent(order)}`
	return find === undefined ? '#/' : `#/find/${encodeURIComponent(find)}`
}

let hasEntered = false

/** To be called when the reader goes from one place to another. */
export function noteEntered(): void {
	hasEntered = true
}

/** Goes back to where the place was entered from, or to the view itself if a link from elsewhere led to it. */
export function leavePlace(): void {
	if (hasEntered) window.history.back()
	else replacePlace({})
}

/** Shows another place in the same entry of the browser's history. */
export function replacePlace(route: OperatorRoute): void {
	window.location.replace(formatOperatorRoute(route))
}

/** The place shown, as it changes. */
export function useOperatorRoute(): OperatorRoute {
	return parseOperatorRoute(useSyncExternalStore(subscribeToHash, currentHash))
}

function decode(text: string): string {
	try {
		return decodeURIComponent(text).trim()
	} catch {
		return ''
	}
}
