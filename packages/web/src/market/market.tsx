/** Books, depth and prices of the pair. */
export function Market() {
	return <section aria-label="Market" />
}
