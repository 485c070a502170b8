/** Long enough that no click already on its way lands on a button that has just appeared. */
const idleAfterMs = 3_000

let lastActiveMs = Date.now()
for (const type of ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchmove'])
	window.addEventListener(type, () => (lastActiveMs = Date.now()), { passive: true, capture: true })

/** Whether the reader is elsewhere, or has not touched the page for a moment. */
export function isReaderIdle(): boolean {
	return document.hidden || Date.now() - lastActiveMs >= idleAfterMs
}
