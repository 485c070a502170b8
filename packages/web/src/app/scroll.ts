import { tabStorage } from '../session/browser-storage.ts'

/** How far each entry of this tab's history was scrolled, kept until the page is left. */
const positions = new Map<number, number>()
let lastEntry = Date.now()
let entry = entryOf(window.history.state)
/** Content may take this long to load; until then, the page's height changes while the reader is looking. */
const loadsForMs = 10_000
let stopHolding = () => {}

const storageKey = 'accord.scroll'

type EntryState = { readonly entry?: number } | null

// Views load their content after they are shown, and browsers do not wait for that.
window.history.scrollRestoration = 'manual'
window.addEventListener('pagehide', () => {
	try {
		tabStorage.setItem(storageKey, `${entry} ${window.scrollY}`)
	} catch {
		// Without storage, a reload starts at the top.
	}
})
returnAfterReload()

/** To be called before another place is shown: remembers how far this one was scrolled. */
export function leaveEntry(): void {
	stopHolding()
	const left = entry
	entry = entryOf(window.history.state)
	// A place that replaces another one in the same history entry is new.
	if (entry === left) positions.delete(entry)
	else positions.set(left, window.scrollY)
}

/** To be called after another place is shown: scrolls to where the reader left it, or to the top of a new one. */
export function showEntry(): void {
	const wanted = positions.get(entry) ?? 0
	window.scrollTo(0, wanted)
	if (wanted > 0) holdWhileLoading(wanted)
}

function returnAfterReload(): void {
	const [savedEntry, y] = (tabStorage.getItem(storageKey) ?? '').split(' ').map(Number)
	if (savedEntry !== entry || y === undefined || !(y > 0)) return
	positions.set(entry, y)
	showEntry()
}

/** The entry's number; an entry made by a link gets its own. */
function entryOf(state: EntryState): number {
	const known = state?.entry
	if (known !== undefined) return known
	lastEntry += 1
	keepState({ entry: lastEntry })
	return lastEntry
}

function keepState(state: EntryState): void {
	try {
		window.history.replaceState(state, '')
	} catch {
		// Browsers limit how often a page may do this; otherwise the entry starts at the top.
	}
}

/** Placeholders may be tall enough at first and too short afterwards, so the position is held until the reader acts. */
function holdWhileLoading(wanted: number): void {
	const observer = new ResizeObserver(() => window.scrollTo(0, wanted))
	const signs = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const
	const timer = setTimeout(() => stopHolding(), loadsForMs)
	stopHolding = () => {
		observer.disconnect()
		clearTimeout(timer)
		for (const sign of signs) window.removeEventListener(sign, stopHolding)
		stopHolding = () => {}
	}
	for (const sign of signs) window.addEventListener(sign, stopHolding, { passive: true })
	observer.observe(document.body)
}
