import { formatRoute, type Route } from './route.ts'
import { leaveEntry } from './scroll.ts'

let hash = window.location.hash
let moves = 0
const listeners = new Set<() => void>()

window.addEventListener('hashchange', () => show(window.location.hash))

/** The hash of the route shown: that of the address bar, unless the browser refused to change it. */
export function currentHash(): string {
	return hash
}

/** Whether the reader has been elsewhere on the page: only then does the focus move to the content shown. */
export function hasMoved(): boolean {
	return moves > 0
}

/** For React's useSyncExternalStore. */
export function subscribeToHash(onChange: () => void): () => void {
	listeners.add(onChange)
	return () => listeners.delete(onChange)
}

/** Shows another route, as a new history entry or in place of the current one. */
export function navigate(route: Route, how: 'push' | 'replace'): void {
	const next = formatRoute(route)
	try {
		if (how === 'push') window.history.pushState(null, '', next)
		else window.history.replaceState(window.history.state, '', next)
	} catch {
		// Browsers limit how often a page may do this. The page shows the right content anyway.
	}
	show(next)
}

function show(next: string): void {
	if (next === hash) return
	leaveEntry()
	moves += 1
	hash = next
	for (const listener of listeners) listener()
}
