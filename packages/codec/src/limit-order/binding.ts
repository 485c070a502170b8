import type { Decimal } from '@accord/protocol'
import type { Binding } from './outer.ts'

// The guarantee: the items of a bundle settle in one transaction or not at all. An order's outer mints order markers and
// burns fill markers, each fill's outer does the opposite, and the ledger's box begins and ends every transaction empty.
// Amounts are random and never used twice, so no other set of items adds up to nothing.

/** The ledger's side of binding: two resources that only the service's key mints and burns, and the account between them. */
export type Markers = { readonly box: string; readonly order: string; readonly fill: string }

/** What each fill mints and burns: 147 random bits of the smallest unit, since a mint takes at most 152. */
export function randomMarkerAmount(): Decimal {
	const bytes = crypto.getRandomValues(new Uint8Array(19))
	const hex = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
	const amount = BigInt(`0x${hex}`) >> 5n
	return (amount === 0n ? 1n : amount) as Decimal
}

/** How an item is bound; `amount` is a fill's own, or the sum of those of an order's fills. */
export function bindingOf(
	{ box, order, fill }: Markers,
	{ role, amount }: { readonly role: 'order' | 'fill'; readonly amount: Decimal },
): Binding {
	const [minted, burnt] = role === 'order' ? [order, fill] : [fill, order]
	return { markerBox: box, mint: { resource: minted, amount }, burn: { resource: burnt, amount } }
}
