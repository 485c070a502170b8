/** The orders sent from this browser, or the one named. */
export function History({ subintentId }: { subintentId?: string }) {
	return <section aria-label="History" data-subintent={subintentId} />
}
