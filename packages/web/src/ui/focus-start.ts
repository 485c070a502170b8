/** Moves the focus to the start of a part of the page that has replaced another. */
export function focusStart(part: HTMLElement | null): void {
	// The scroll position is left to the history.
	part?.focus({ preventScroll: true })
}
