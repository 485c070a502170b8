import { Decimal } from '@accord/protocol'

/** What a link to a receipt names: the order and, from the browser that sent it, the middle of the book at that time. */
export type ReceiptLink = { readonly id: string; readonly mid?: Decimal }

/** Where any browser checks a trade again, with a Gateway of its choice. */
export function receiptLink({ id, mid }: ReceiptLink, origin = window.location.origin): string {
	return `${origin}/receipt#${id}${mid === undefined ? '' : `?mid=${Decimal.format(mid)}`}`
}

/** Reads what stands after the `#`. */
export function readReceiptLink(text: string): ReceiptLink {
	const [id = '', query] = text.split('?')
	const mid = Decimal.tryParse(new URLSearchParams(query).get('mid'))
	return { id, ...(mid !== undefined && mid > 0n ? { mid } : {}) }
}
