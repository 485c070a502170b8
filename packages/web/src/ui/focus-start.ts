/** Moves the focus to the start of a part of the page that has taken the place of another one, and shows it if it is out of sight. */
export function focusStart(part: HTMLElement | null): void {
	if (part === null) return
	part.focus({ preventScroll: true })
	const { top } = part.getBoundingClientRect()
	const headerBottom = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
	if (top < headerBottom || top > window.innerHeight / 2) part.scrollIntoView({ block: 'start' })
}
