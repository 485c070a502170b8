/** What happened under the hood of each trade. */
export function Trades() {
	return <section aria-label="Under the hood" />
}
