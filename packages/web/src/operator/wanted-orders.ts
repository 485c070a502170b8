/** Which orders are looked for: the parameters of GET /operator/orders. */
export type WantedOrders =
	| { readonly subintent: string }
	| { readonly transaction_id: string }
	| { readonly account: string }

/** What an entered text identifies, by its beginning; undefined for anything that cannot be an id of these kinds. */
export function readWanted(text: string): WantedOrders | undefined {
	const wanted = text.trim()
	if (/^[0-9a-f]{64}$/i.test(wanted)) return { subintent: wanted.toLowerCase() }
	const [, kind] = /^(subtxid|txid|account)_[0-9a-z_]{1,120}$/.exec(wanted) ?? []
	if (kind === 'subtxid') return { subintent: wanted }
	if (kind === 'txid') return { transaction_id: wanted }
	return kind === 'account' ? { account: wanted } : undefined
}
