/** The order book beside the swap. */
export function BookPanel() {
	return <section aria-label="Order book" />
}
