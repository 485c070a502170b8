/** What happened under the hood of each trade, or of the one named. */
export function Trades({ subintentId }: { subintentId?: string }) {
	return <section aria-label="Under the hood" data-subintent={subintentId} />
}
