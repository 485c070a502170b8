/** Moves the focus to the start of a part of the page that has replaced another one. */
export function focusStart(part: HTMLElement | null): void {
	// The history restores the scroll position.
	part?.focus({ preventScroll: true })
}
