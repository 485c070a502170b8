/** The networks' public explorers, by network id. */
const explorers: Readonly<Record<number, string>> = {
	1: 'https://dashboard.radixdlt.com',
	2: 'https://stokenet-dashboard.radixdlt.com',
}

/** A transaction's page in the public explorer; undefined on a network that has none. */
export function explorerLink(transactionId: string, networkId: number): string | undefined {
	const explorer = explorers[networkId]
	return explorer === undefined ? undefined : `${explorer}/transaction/${encodeURIComponent(transactionId)}`
}
