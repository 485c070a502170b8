import { useSyncExternalStore } from 'react'
import { parseRoute, type Route } from './route.ts'

/** The route of the address bar, as it changes. */
export function useRoute(): Route {
	const hash = useSyncExternalStore(subscribe, () => window.location.hash)
	return parseRoute(hash)
}

function subscribe(onChange: () => void): () => void {
	window.addEventListener('hashchange', onChange)
	return () => window.removeEventListener('hashchange', onChange)
}
