import { useSyncExternalStore } from 'react'

/** Whether a media query holds, as it changes. */
export function useMedia(query: string): boolean {
	return useSyncExternalStore(
		onChange => {
			const list = window.matchMedia(query)
			list.addEventListener('change', onChange)
			return () => list.removeEventListener('change', onChange)
		},
		() => window.matchMedia(query).matches,
	)
}
