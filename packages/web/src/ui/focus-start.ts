/** Moves the focus to the start of a part of the page that has taken the place of another one. */
export function focusStart(part: HTMLElement | null): void {
	// How far the page is scrolled is the history's affair.
	part?.focus({ preventScroll: true })
}
