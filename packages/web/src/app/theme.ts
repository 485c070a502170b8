import { useSyncExternalStore } from 'react'
import { isEmbedded } from '../embed/host.ts'

/** The user's choice; `auto` follows the system. */
export type ThemeChoice = 'auto' | 'light' | 'dark'

const storageKey = 'accord.theme'
const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()
let choice = readChoice()

apply()
systemIsDark.addEventListener('change', notify)

/** The theme in force, and how to choose another one. Canvases do not follow CSS: redraw them when `theme` changes. */
export function useTheme(): { theme: 'light' | 'dark'; choice: ThemeChoice; choose: (choice: ThemeChoice) => void } {
	const theme = useSyncExternalStore(subscribeTheme, themeInForce)
	const chosen = useSyncExternalStore(subscribeTheme, () => choice)
	return { theme, choice: chosen, choose }
}

/** The theme that the choice results in. */
export function themeInForce(): 'light' | 'dark' {
	if (choice !== 'auto') return choice
	return systemIsDark.matches ? 'dark' : 'light'
}

function choose(next: ThemeChoice): void {
	choice = next
	try {
		localStorage.setItem(storageKey, next)
	} catch {
		// Without storage, the choice lasts until the page is closed.
	}
	apply()
	notify()
}

function apply(): void {
	if (choice === 'auto') delete document.documentElement.dataset.theme
	else document.documentElement.dataset.theme = choice
}

/** In a frame the host page's choice counts: `?theme=dark`. */
function readChoice(): ThemeChoice {
	const given = isEmbedded() ? new URLSearchParams(window.location.search).get('theme') : null
	if (given === 'light' || given === 'dark') return given
	try {
		const saved = localStorage.getItem(storageKey)
		return saved === 'light' || saved === 'dark' ? saved : 'auto'
	} catch {
		return 'auto'
	}
}

/** Calls back when the theme in force may have changed; returns a function that stops this. */
export function subscribeTheme(onChange: () => void): () => void {
	listeners.add(onChange)
	return () => listeners.delete(onChange)
}

function notify(): void {
	for (const listener of listeners) listener()
}
