import { formatRoute, type Route } from './route.ts'

let hash = window.location.hash
const listeners = new Set<() => void>()

window.addEventListener('hashchange', () => show(window.location.hash))

/** The hash of the route that is shown: that of the address bar, unless the browser has refused to change it. */
export function currentHash(): string {
	return hash
}

/** For React's useSyncExternalStore. */
export function subscribeToHash(onChange: () => void): () => void {
	listeners.add(onChange)
	return () => listeners.delete(onChange)
}

/** Shows another route: as a new place to go back from, or in place of the current one. */
export function navigate(route: Route, how: 'push' | 'replace'): void {
	const next = formatRoute(route)
	try {
		if (how === 'push') window.history.pushState(null, '', next)
		else window.history.replaceState(null, '', next)
	} catch {
		// Browsers limit how often a page does this. What it shows is right all the same.
	}
	show(next)
}

function show(next: string): void {
	if (next === hash) return
	hash = next
	for (const listener of listeners) listener()
}
